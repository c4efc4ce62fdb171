import { connect } from '../../calls/connect.ts'
import type { Candidate, KnownIds } from '../../command-line/completion.ts'
import type { Settings } from '../../settings/settings.ts'
import { cleaned } from '../../terminal-text.ts'
import { listWorlds } from '../worlds/saved-worlds.ts'
import { listTargets } from './targets.ts'

/** Timeout of the calls for a completion. */
const MAX_WAIT_MS = 1500
/** More would not help in a shell. */
const MAX_CANDIDATES = 1000

/** Ids of a kind; none if the target does not list them. */
export async function idsOf(settings: Settings, kind: keyof KnownIds | undefined): Promise<KnownIds> {
  const quickClient = () =>
    connect({
      ...settings,
      verbose: false,
      dryRun: false,
      timeoutMs: { ...settings.timeoutMs, value: MAX_WAIT_MS },
    })
  try {
    switch (kind) {
      case 'targets':
        return { targets: listTargets(settings).flatMap(({ name, url }) => candidate(name, url)) }
      case 'savedWorlds':
        return { savedWorlds: await savedWorldCandidates() }
      case 'users': {
        const { items } = await quickClient().listUsers({ query: { limit: MAX_CANDIDATES } })
        return { users: items.flatMap(({ id, username }) => candidate(id, username)) }
      }
      case 'groups': {
        const { items } = await quickClient().listGroups({ query: { limit: MAX_CANDIDATES } })
        return { groups: items.flatMap(({ id, name }) => candidate(id, name)) }
      }
      case 'games': {
        const { items } = await quickClient().listGames({ query: { limit: MAX_CANDIDATES } })
        return { games: items.flatMap(({ id, word }) => candidate(id, word)) }
      }
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
