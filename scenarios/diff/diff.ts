import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import type { Sketchbook } from '../bots/sketchbook.ts'
import type { LoadedScenario } from '../runner/language/files/loaded-scenario.ts'
import { show } from '../runner/language/values/show.ts'
import { runScenario } from '../runner/run.ts'
import type { Target } from '../runner/targets/target.ts'
import { Alignment } from './alignment.ts'
import { specifiedBy } from './specified.ts'
import { type RecordedReply, type RecordedStep, Transcript } from './transcript.ts'
import { violationOf } from './violation.ts'

/** A difference between two servers. */
export interface Difference {
  /** A violation is a value that the documented API specifies, or breaks an expectation of the scenario. Everything else is unspecified. */
  readonly kind: 'violation' | 'unspecified'
  /** The first step with this difference. */
  readonly step: string
  /** The call, such as `GET /api/game/today`; empty if it concerns the whole step. */
  readonly call: string
  readonly message: string
  /** How often it occurred. */
  readonly times: number
}

export interface ScenarioDiff {
  /** The name and the file of the scenario. */
  readonly name: string
  readonly file: string
  readonly targets: readonly [string, string]
  /** The number of calls that were compared. */
  readonly compared: number
  readonly differences: readonly Difference[]
  /** Why the scenario fails on both servers, after which nothing is compared; null if it does not. */
  readonly failsOnBoth: string | null
}

export interface DiffOptions {
  readonly sketchbook: Sketchbook
  readonly seed: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
}

/** Runs one scenario on two servers, one after the other, and returns the differences between their replies. */
export async function diffScenario(
  loaded: LoadedScenario,
  targets: readonly [Target, Target],
  options: DiffOptions,
): Promise<ScenarioDiff> {
  const transcripts: Transcript[] = []
  for (const target of targets) {
    const transcript = new Transcript()
    transcripts.push(transcript)
    await runScenario(loaded, { ...options, target: transcript.watch(target), onEvent: transcript.onEvent })
  }
  const names: [string, string] = [targets[0].name, targets[1].name]
  if (names[0] === names[1]) names.splice(0, 2, `the first ${names[0]}`, `the second ${names[1]}`)
  const found = new Findings()
  const [first, second] = transcripts.map(({ steps }) => steps) as [RecordedStep[], RecordedStep[]]
  const alignment = new Alignment({ addresses: [targets[0].baseUrl, targets[1].baseUrl] })
  let compared = 0
  /** The step in which another of several calls at the same moment succeeded: what follows may differ because of it. */
  let race: string | null = null
  for (let at = 0; at < Math.max(first.length, second.length); at++) {
    const steps = [first[at], second[at]] as const
    compareSteps(steps, names, found)
    const [ones, others] = steps.map((recorded) => recorded?.calls ?? []) as [
      readonly RecordedReply[],
      readonly RecordedReply[],
    ]
    const number = steps[0]?.step.number ?? ''
    const onDifference = found.in(number)
    compared += Math.min(ones.length, others.length)
    if (isOtherWinner(ones, others)) {
      race ??= number
      onDifference('unspecified', '', 'another of the calls at the same moment succeeds')
      continue
    }
    for (let call = 0; call < Math.min(ones.length, others.length); call++) {
      const pair = [ones[call] as RecordedReply, others[call] as RecordedReply] as const
      compareCalls(pair, alignment, names, race === null ? onDifference : afterRace(onDifference, race))
    }
  }
  const [one, other] = [failureIn(first), failureIn(second)]
  const { scenario, source } = loaded
  const about = { name: scenario.name, file: source.file }
  return { ...about, targets: names, compared, differences: found.all, failsOnBoth: one && other && one }
}

/** Whether the calls of steps at the same moment have the same outcomes on both servers, but not for the same steps. */
function isOtherWinner(ones: readonly RecordedReply[], others: readonly RecordedReply[]): boolean {
  if (new Set(ones.map(({ by }) => by)).size < 2) return false
  const [own, opposite] = [ones.map(outcomeOf), others.map(outcomeOf)]
  const isSame = own.every((outcome, at) => outcome === opposite[at])
  return !isSame && own.toSorted().join() === opposite.toSorted().join()
}

const outcomeOf = (reply: RecordedReply): string => `${reply.name} ${shown(reply)}`

/** Reports what the documented API specifies as unspecified after a race, for its winner decides what follows. */
const afterRace =
  (onDifference: OnDifference, race: string): OnDifference =>
  (kind, call, message, isOfTable = false) =>
    kind === 'violation' && !isOfTable
      ? onDifference('unspecified', call, `${message}, after the calls at the same moment in step ${race}`)
      : onDifference(kind, call, message)

/** The first failure, with its step. */
function failureIn(steps: readonly RecordedStep[]): string | null {
  const failed = steps.find(({ step }) => step.outcome === 'failed')?.step
  return failed ? `${failed.problems[0]?.message ?? 'a step fails'} (step ${failed.number})` : null
}

/** @param isOfTable whether one reply alone shows that it is not as documented. */
type OnDifference = (kind: Difference['kind'], call: string, message: string, isOfTable?: boolean) => void

/** Collects differences and counts repeated ones. */
class Findings {
  readonly #all = new Map<string, Difference>()

  get all(): Difference[] {
    return [...this.#all.values()].sort((a, b) => b.kind.localeCompare(a.kind))
  }

  in(step: string): OnDifference {
    return (kind, call, message) => {
      const key = `${kind}\n${call}\n${message}`
      const earlier = this.#all.get(key)
      this.#all.set(
        key,
        earlier ? { ...earlier, times: earlier.times + 1 } : { kind, step, call, message, times: 1 },
      )
    }
  }
}

type Pair<T> = readonly [T, T]

/** Reports a step that fails on one server only, or that makes a different number of calls. */
function compareSteps(
  [one, other]: Pair<RecordedStep | undefined>,
  names: Pair<string>,
  found: Findings,
): void {
  if (one?.step.outcome === other?.step.outcome && one?.calls.length === other?.calls.length) return
  for (const [at, own, opposite] of [
    [0, one, other],
    [1, other, one],
  ] as const) {
    if (own?.step.outcome !== 'failed' || opposite?.step.outcome === 'failed') continue
    const [problem] = own.step.problems
    const message = `only on ${names[at]}: ${problem?.message ?? 'the step fails'}`
    found.in(own.step.number)('violation', '', message)
    return
  }
  if (!one || !other || one.step.outcome === 'failed') return
  const calls = [one, other].map((each) => each.calls.length)
  if (calls[0] !== calls[1]) {
    found.in(one.step.number)(
      'unspecified',
      '',
      `it makes ${calls[0]} calls on ${names[0]} and ${calls[1]} on ${names[1]}`,
    )
  }
}

function compareCalls(
  pair: Pair<RecordedReply>,
  alignment: Alignment,
  names: Pair<string>,
  onDifference: OnDifference,
): void {
  const [one, other] = pair
  const { method, path } = endpoints[one.name]
  const call = `${method} ${path}`
  if (one.name !== other.name) {
    const asked = endpoints[other.name]
    onDifference('unspecified', call, `${names[1]} is asked for ${asked.method} ${asked.path} here`)
    return
  }
  const differences = alignment.differing(one.body, other.body)
  if (one.status === other.status && differences.length === 0) return
  const broken = pair.map(({ name, status, body }) => violationOf(name, status, body))
  for (const [at, violation] of broken.entries()) {
    if (violation !== null) onDifference('violation', call, `${names[at as 0 | 1]}: ${violation}`, true)
  }
  if (broken.some((violation) => violation !== null)) return
  if (one.status !== other.status) {
    onDifference('violation', call, `${names[0]} returns ${shown(one)}, ${names[1]} returns ${shown(other)}`)
    return
  }
  for (const differing of differences) {
    const [place, values] = differing
    const section = specifiedBy(one.name, differing)
    const message = `${place} is ${show(values[0])} on ${names[0]}, ${show(values[1])} on ${names[1]}`
    if (section === null) onDifference('unspecified', call, message)
    else onDifference('violation', call, `${message} (${section} in API.md)`)
  }
}

const shown = ({ status, body }: RecordedReply): string => {
  const code = (body as { error?: { code?: string } } | null)?.error?.code
  return code === undefined ? String(status) : `${status} ${code}`
}
