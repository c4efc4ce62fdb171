import { connect } from '../../calls/connect.ts'
import type { Candidate, KnownIds } from '../../command-line/completion.ts'
import type { Settings } from '../../settings/settings.ts'
import { cleaned } from '../../terminal-text.ts'
import { listWorlds } from '../worlds/saved-worlds.ts'
import { listTargets } from './targets.ts'

/** Timeout of the calls for a completion. */
const MAX_WAIT_MS = 1500

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
      return { targets: listTargets(settings).flatMap(({ name, url }) => candidate(name, url)) }
    if (has('world', 'restore')) return { savedWorlds: await savedWorldCandidates() }
    if (before === '--user' || PLAYER_COMMANDS.some((each) => has(...each))) {
      const { items } = await quickClient().listUsers({ query: {} })
      return { users: items.flatMap(({ id, username }) => candidate(id, username)) }
    }
    if (before === '--game' || GAME_COMMANDS.some((each) => has(...each))) {
      const { items } = await quickClient().listGames({ query: {} })
      return { games: items.flatMap(({ id, word }) => candidate(id, word)) }
    }
  } catch {
    // A shell cannot show errors during completion.
  }
  return {}
}

/** A value of others, which a shell puts into its command line as it is: none if it would be more than a word there. */
const candidate = (value: unknown, about: unknown): Candidate[] =>
  /^[\w.-]+$/.test(String(value))
    ? [{ value: String(value), about: cleaned(String(about)).replace(/\s+/g, ' ') }]
    : []

/** The saved worlds, newest first. */
export const savedWorldCandidates = async (): Promise<Candidate[]> =>
  (await listWorlds())
    .sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
    .map(({ name, savedAt }) => ({ value: name, about: savedAt.slice(0, 16).replace('T', ' ') }))
