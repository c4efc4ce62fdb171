import type { ControlStatus } from '@inkling/mock-server/contract/schemas/control'
import { counted } from '@inkling/scenarios/text/counted'
import type { ServerFigures } from '../../calls/server-figures.ts'
import { bad, type Finding, good, notice } from './finding.ts'

/* What an operator must know of a server, as far as its admin key shows it from outside. */

/** As for the alert InklingSaveMissing: a nightly save, and two hours. */
const MAX_SAVE_AGE_MS = 26 * 3_600_000

export function storeFinding({ counts, capacity }: ControlStatus, figures: ServerFigures | null): Finding {
  if (figures && !figures.isStoreUp)
    return bad('store', 'does not respond: check the log of the server, and its disk or database')
  const { users = 0, games = 0 } = counts
  const kind = figures?.hasDatabase ? 'PostgreSQL, ' : capacity ? 'a data folder, ' : ''
  const of = (max: number | undefined) => (max === undefined ? '' : ` of ${max.toLocaleString('en-US')}`)
  const players = capacity ? `${users}${of(capacity.maxPlayers)} players` : counted(users, 'player')
  const played = capacity ? `${games}${of(capacity.maxGames)} games` : counted(games, 'game')
  return good('store', `responds: ${kind}${players} and ${played}`)
}

/** Players who can only read take the server for one that is broken. */
export function maintenanceFinding({ maintenance }: ControlStatus): Finding[] {
  if (!maintenance) return []
  const since = `players can only read since ${maintenance.since}`
  return [notice('maintenance', `${since}: \`inkling maintenance off\` ends it`)]
}

/** @param now the real time in milliseconds */
export function saveFinding({ lastSave, protected: isProtected }: ControlStatus, now: number): Finding {
  const about = 'last save'
  const command = '`inkling world save daily --keep 7 --check` makes one'
  if (lastSave === undefined)
    return isProtected
      ? notice(about, `none that was checked: ${command}`)
      : good(about, `none, which only a protected server needs: ${command}`)
  const isOld = isProtected && now - Date.parse(lastSave) > MAX_SAVE_AGE_MS
  const finding = `checked at ${lastSave}${isOld ? `, more than 26 hours ago: ${command}` : ''}`
  return isOld ? notice(about, finding) : good(about, finding)
}

/** Which notifications the target sends, and how to turn the others on. */
export function notificationsFinding({ web, native }: { web: string; native: string }): Finding {
  const finding = [`browsers ${onOrOff(web)}`, `apps ${onOrOff(native)}`].join('; ')
  const isHeld = [web, native].some((state) => state.startsWith('held'))
  return isHeld ? notice('notifications', finding) : good('notifications', finding)
}

const onOrOff = (state: string): string => (state === 'on' ? 'on' : `off (${state})`)

/**
 * Whether the server knows callers and its own address behind a proxy.
 * @param proxy what a proxy says of itself in a response; null for nothing
 */
export function proxyFinding({ caller }: ControlStatus, target: string, proxy: string | null): Finding[] {
  if (!caller) return []
  const about = 'reverse proxy'
  const { origin, hostname } = new URL(target)
  const isHere = isLoopback(hostname)
  const seen = `the server sees this call as one from ${caller.address ?? 'its own process'} to ${caller.origin}`
  const noticed = (what: string): Finding[] => [notice(about, `${seen}: ${what}`)]
  if (!isHere && caller.origin !== origin)
    return noticed(`set PUBLIC_URL=${origin} there, or invitations lead to the wrong address`)
  if (!isHere && isLoopback(caller.address ?? ''))
    return noticed(
      'unless you are on its machine, set TRUST_PROXY=1 there, or all players share the limits of one address',
    )
  if (caller.origin !== origin)
    return noticed(`it did not come through ${caller.origin}, whose proxy --target ${caller.origin} checks`)
  return [good(about, `${proxy ?? 'none that shows'}; ${seen}`)]
}

export const isLoopback = (host: string): boolean => /^(localhost$|\[?::1\]?$|(::ffff:)?127\.)/.test(host)
