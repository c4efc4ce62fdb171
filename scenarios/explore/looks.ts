import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ADMIN_CALLS, PLAYER_CALLS } from '../runner/language/call-names.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import type { Calls } from './calls.ts'
import { phoneOf } from './input-values.ts'
import { beginningOf, type CallStep, callOf, inputOf, isRead, type PlayedStep, rowOf } from './played-step.ts'
import { HEARD } from './themes.ts'

/** How often the messages that were sent to phones are looked at. */
const OUTBOX = 0.15
const OUTBOX_AFTER_CLOCK = 0.5
export const OUTBOX_LOOK: CallStep = {
  http: { method: 'GET', path: '/control/outbox' },
  needs: 'controls',
}

/** Calls that read, by persons who may or may not see what a step has changed. */
export function looksAfter(calls: Calls, step: PlayedStep, answer: Answer, count: number): PlayedStep[] {
  const { known, random, reads, options } = calls
  const { listeners } = known
  const heard =
    listeners.size > 0 && 'do' in step && HEARD.has(step.do)
      ? [...listeners].slice(-2).map((as): PlayedStep => ({ socket: 'reactions', as, expect: {} }))
      : []
  if (reads.length === 0) return heard
  const near = isRead(step)
    ? []
    : [...nearby(calls, step), ...byAdmin(calls, step), ...byConcerned(calls, step, answer)]
  const looks: PlayedStep[] = Array.from({ length: Math.max(0, count - near.length) }, () =>
    calls.call(random.pick(reads)),
  )
  const gameId = gameOf(calls, step)
  if (gameId !== undefined) looks.push(...looksAt(calls, gameId))
  if (options.controls && random.chance('clock' in step ? OUTBOX_AFTER_CLOCK : OUTBOX))
    looks.push(OUTBOX_LOOK)
  return [...heard, ...near, ...looks]
}

/** A look at what a change is about, by somebody whom it concerns: a call whose path begins as that of the change. */
function nearby(calls: Calls, step: PlayedStep): CallStep[] {
  const { random, reads } = calls
  const row = rowOf(step)
  const { who } = callOf(step)
  if (row === undefined || who === null) return []
  const names = [...new Set(reads)].filter((name) => {
    const read = PLAYER_CALLS.get(name)
    return read !== undefined && beginningOf(read) === beginningOf(row)
  })
  if (names.length === 0) return []
  const name = random.pick(names)
  const given = inputOf(step)
  const fields = ['id', 'gameId', 'userId', 'code'].filter((field) =>
    endpoints[PLAYER_CALLS.get(name) as EndpointName].path.includes(`{${field}}`),
  )
  if (fields.some((field) => given[field] === undefined)) return [{ bot: who, do: name }]
  const filled = Object.fromEntries(fields.map((field) => [field, given[field] as string]))
  const bot = random.pick([who, ...concerned(calls, step)])
  return [{ bot, do: name, ...(fields.length > 0 && { with: filled }) }]
}

/** A look by an admin at what a change is about. */
function byAdmin(calls: Calls, step: PlayedStep): CallStep[] {
  const { random, reads } = calls
  const row = rowOf(step)
  const last = row === undefined ? [] : wordsOf(row)
  const names = [...new Set(reads)].filter((name) => {
    const read = ADMIN_CALLS.get(name)
    return read !== undefined && wordsOf(read).some((word) => last.includes(word))
  })
  return names.length > 0 && random.chance(0.5) ? [calls.call(random.pick(names))] : []
}

/** Somebody whom a change concerns, because it or its reply names them, looks at what is theirs. */
function byConcerned(calls: Calls, step: PlayedStep, { body }: Answer): CallStep[] {
  const { known, random, reads } = calls
  const { who, call } = callOf(step)
  if (call === null) return []
  const shown = known.botsIn(body)
  const bots = [...concerned(calls, step), ...shown].filter((bot) => bot !== who)
  const names = OWN.filter((name) => reads.includes(name))
  return bots.length > 0 && names.length > 0 ? [{ bot: random.pick(bots), do: random.pick(names) }] : []
}

/** The bots that a step names, whether by an id or by a phone, and the members of its group. */
function concerned({ known, options }: Calls, step: PlayedStep): string[] {
  const given = inputOf(step)
  const text = JSON.stringify(given)
  const named = options.bots.filter(
    (bot) => text.includes(`\${${bot}.`) || text.includes(`"${phoneOf(bot)}"`),
  )
  return [...named, ...(known.circle(given.id)?.members ?? [])]
}

/** The game that a step is about, or the latest one of a member of its group. */
function gameOf({ known, random }: Calls, step: PlayedStep): string | undefined {
  const { id, gameId } = inputOf(step)
  if (typeof gameId === 'string') return gameId
  const members = isRead(step) ? [] : (known.circle(id)?.members ?? [])
  return members.length === 0 ? undefined : known.chainsOf(random.pick(members)).at(-1)
}

/** Two looks at a game. */
function looksAt({ random, reads, options }: Calls, gameId: string): CallStep[] {
  const calls = ['reactions', 'game', 'public-results'].filter((call) => reads.includes(call))
  const chosen = random.shuffle(calls).slice(0, 2)
  return chosen.map((call) => {
    const bot = random.pick(options.bots)
    return { bot, do: call, with: { [call === 'game' ? 'id' : 'gameId']: gameId } }
  })
}

/** The calls that show what is a player's own. */
const OWN = ['profile', 'today']

/** What a path is about, such as `reports`. */
const wordsOf = (row: EndpointName): string[] =>
  endpoints[row].path
    .split('/')
    .filter((word) => word !== '' && word !== 'api' && word !== 'admin' && !word.startsWith('{'))
