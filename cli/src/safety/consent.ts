import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { describeTarget, readTargetFacts, type TargetFacts } from '../calls/target-facts.ts'
import { CliError, EXIT } from '../cli-error.ts'
import { IN_PROCESS, type Settings, targetName } from '../settings/settings.ts'
import type { TargetKind } from '../settings/target-kinds.ts'
import { cleaned, cleanedData, writeError } from '../terminal-text.ts'
import { type Effect, OPERATIONS, type OperationName } from './operations.ts'

/** The consent that an operation requires: none, a yes, or the name of the target. */
type Need = 'nothing' | 'yes' | 'name'

type Changing = Exclude<Effect, 'stays-here' | 'reads' | 'changes-here'>

const NEEDS: Readonly<Record<TargetKind, Readonly<Record<Changing, Need>>>> = {
  local: { writes: 'nothing', 'changes-day': 'nothing', loads: 'nothing', destroys: 'nothing' },
  shared: { writes: 'nothing', 'changes-day': 'yes', loads: 'name', destroys: 'yes' },
  protected: { writes: 'yes', 'changes-day': 'name', loads: 'name', destroys: 'name' },
}

const isChanging = (effect: Effect): effect is Changing => Object.hasOwn(NEEDS.local, effect)

/**
 * The consent that an operation requires on a target.
 * @param writes whether the profile lets commands change the target without asking. It does not cover operations that
 * destroy data, load tests, or protected targets.
 */
export function needOf(
  name: OperationName,
  { kind, isReference }: Pick<TargetFacts, 'kind' | 'isReference'>,
  writes: boolean,
): Need {
  const { effect } = OPERATIONS[name]
  if (!isChanging(effect)) return 'nothing'
  const need = NEEDS[kind][effect]
  if (need === 'name' || (need === 'yes' && effect === 'destroys')) return need
  if (kind !== 'protected' && writes) return 'nothing'
  return isReference ? need : 'yes'
}

/**
 * The question before an operation. It names the target.
 * @param does as in the table of operations.
 */
export function questionOf(does: string, settings: Pick<Settings, 'target' | 'url'>, kind: string): string {
  const called = targetName(settings)
  const where = new URL(settings.url.value).host === called ? kind : `${kind}, ${settings.url.value}`
  return `${does.charAt(0).toUpperCase()}${does.slice(1)} on ${called} (${where})?`
}

/**
 * Asks for consent before an operation, if the table of operations requires it.
 * @param demand asks for the name of the target whatever the table says, with what the operation does here.
 * @returns the settings for the operation, which record the consent so that nothing asks twice.
 * @throws {CliError} without consent; {ApiError} if the server refuses the admin key and there is no consent.
 */
export async function requireConsent(
  name: OperationName,
  settings: Settings,
  ask: Ask | null = askerOf(settings),
  demand: { readonly does: string } | null = null,
): Promise<Settings> {
  const { effect } = OPERATIONS[name]
  const { does } = demand ?? OPERATIONS[name]
  if (effect !== 'stays-here' && effect !== 'changes-here') noteWithheldKey(settings)
  if (!isChanging(effect)) return settings
  const { dryRun, readOnly, url, yes, writes } = settings
  if (dryRun || url.value === IN_PROCESS) return settings
  // guardedFetch refuses each call that changes data, and names it.
  if (readOnly) return settings
  const facts = await readTargetFacts(settings)
  const need = demand ? 'name' : needOf(name, facts, writes.value)
  const allowed: Settings = { ...settings, writes: { value: true, source: 'consent' } }
  const called = targetName(settings)
  if (typeof yes === 'string' && yes !== called) {
    throw new CliError(
      EXIT.refused,
      `--yes=${yes} consents to changes on ${yes}, and this target is ${called}: nothing was done.`,
    )
  }
  if (need === 'nothing') return settings
  if (yes === called || (need === 'yes' && yes === true)) return allowed
  if (facts.keyRefusal) throw facts.keyRefusal
  const question = questionOf(does, settings, facts.lacksKey ? 'reference server, no key' : facts.kind)
  if (ask === null) {
    const consent = need === 'name' ? `--yes=${called}` : '--yes'
    const keySuffices = !demand && needOf(name, { ...facts, isReference: true }, writes.value) === 'nothing'
    const how = keySuffices ? `${consent}, or give the server's key with --admin-key` : consent
    throw new CliError(
      EXIT.refused,
      `this would ${does} on ${called}, which is ${describeTarget(facts)}, and there is no terminal to ask on: repeat the command with ${how}.`,
    )
  }
  const answer = (
    await ask({ question, typed: need === 'name' ? called : null, command: settings.command })
  ).trim()
  const isConsent = need === 'name' ? answer === called : /^y(es)?$/i.test(answer)
  if (isConsent) return allowed
  throw new CliError(
    EXIT.refused,
    need === 'name' && answer !== ''
      ? `'${answer}' is not ${called}: nothing was done.`
      : 'nothing was done.',
  )
}

/** Says that the admin key is not sent to a server that a project's file chose. */
function noteWithheldKey({ ignored, quiet }: Settings): void {
  const withheld = ignored.find(({ what }) => what === 'adminKey')
  if (withheld && !quiet) writeError(`inkling: the admin key of ${cleaned(withheld.why)}\n`)
}

interface Question {
  readonly question: string
  /** The text that must be typed; null if a yes is enough. */
  readonly typed: string | null
  /** The command that asks, without secrets. */
  readonly command: string
}

/** Asks a person and returns the answer. */
export type Ask = (question: Question) => Promise<string>

/** Set for commands run by the console: they ask through it. */
export const ASKS_PARENT = 'INKLING_ASKS_PARENT'

/** How to ask: through the console that runs this command, or at this terminal. Null if neither is possible. */
function askerOf({ interactive }: Pick<Settings, 'interactive'>): Ask | null {
  const isAskedThere = process.send && process.env[ASKS_PARENT] === '1'
  if (!isAskedThere && !interactive) return null
  const ask = isAskedThere ? askParent : askHere
  return (question) => ask(cleanedData(question))
}

async function askHere({ question, typed }: Question): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const interrupted = new AbortController()
  lines.once('SIGINT', () => interrupted.abort())
  try {
    const how = typed === null ? '[y/N] ' : `Type ${typed} to continue: `
    // Without this promise, the process would end silently at the end of the input.
    const ended = once(lines, 'close').then(() => '')
    return await Promise.race([lines.question(`${question} ${how}`, { signal: interrupted.signal }), ended])
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    process.stderr.write('\n')
    throw new CliError(EXIT.interrupted, 'nothing was done.')
  } finally {
    lines.close()
  }
}

/** A question sent to the console. */
export interface AskMessage extends Question {
  readonly type: 'ask'
}
export interface AnswerMessage {
  readonly type: 'answer'
  readonly answer: string
}

function askParent(question: Question): Promise<string> {
  return new Promise((resolve) => {
    const { channel } = process
    // Keep this process alive until the answer arrives.
    channel?.ref()
    process.once('message', ({ answer }: AnswerMessage) => {
      channel?.unref()
      resolve(answer)
    })
    process.send?.({ type: 'ask', ...question } satisfies AskMessage)
  })
}
