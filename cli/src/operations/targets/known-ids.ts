import { connect } from '../../calls/connect.ts'
import type { Candidate, KnownIds } from '../../command-line/completion.ts'
import type { Settings } from '../../settings/settings.ts'
import { listWorlds } from '../worlds/saved-worlds.ts'
import { listTargets } from './targets.ts'

/** Timeout of the calls for a completion. */
const MAX_WAIT_MS = 1500
/** More would not help in a shell. */
const MAX_CANDIDATES = 1000

/** The commands that take the id of a player, and those that take that of a game. */
const PLAYER_COMMANDS = [
  ['user', 'show'],
  ['user', 'rename'],
  ['game', 'today'],
  ['history', 'show'],
  ['group', 'remove-member'],
]
const GAME_COMMANDS = [
  ['game', 'show'],
  ['game', 'free'],
  ['game', 'skip'],
]

/** The ids that may complete a command line; none if the target does not list them. */
export async function idsFor(settings: Settings, words: readonly string[]): Promise<KnownIds> {
  const before = words.at(-2) ?? ''
  const quickClient = () =>
    connect({
      ...settings,
      verbose: false,
      dryRun: false,
      timeoutMs: { ...settings.timeoutMs, value: MAX_WAIT_MS },
    })
  const has = (...sought: string[]) => sought.every((word) => words.includes(word))
  try {
    if (['--target', '-t'].includes(before) || has('target', 'use') || has('target', 'remove'))
      return { targets: listTargets(settings).map(({ name, url }) => ({ value: name, about: url })) }
    if (has('world', 'restore')) return { savedWorlds: await savedWorldCandidates() }
    if (before === '--user' || PLAYER_COMMANDS.some((each) => has(...each))) {
      const { items } = await quickClient().listUsers({ query: { limit: MAX_CANDIDATES } })
      return { users: items.map(({ id, username }) => ({ value: String(id), about: String(username) })) }
    }
    if (before === '--game' || GAME_COMMANDS.some((each) => has(...each))) {
      const { items } = await quickClient().listGames({ query: { limit: MAX_CANDIDATES } })
      return { games: items.map(({ id, word }) => ({ value: String(id), about: String(word) })) }
    }
  } catch {
    // A shell cannot show errors during completion.
  }
  return {}
}

/** The saved worlds, newest first. */
export const savedWorldCandidates = async (): Promise<Candidate[]> =>
  (await listWorlds())
    .sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
    .map(({ name, savedAt }) => ({ value: name, about: savedAt.slice(0, 16).replace('T', ' ') }))
