import { connect } from '../../calls/connect.ts'
import type { Candidate, KnownIds } from '../../command-line/completion.ts'
import type { Settings } from '../../settings/settings.ts'
import { listWorlds } from '../worlds/saved-worlds.ts'
import { listTargets } from './targets.ts'

/** Timeout of the calls for a completion. */
const MAX_WAIT_MS = 1500

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
        return { targets: listTargets(settings).map(({ name, url }) => ({ value: name, about: url })) }
      case 'savedWorlds':
        return { savedWorlds: await savedWorldCandidates() }
      case 'users': {
        const { items } = await quickClient().listUsers({ query: {} })
        return { users: items.map(({ id, username }) => ({ value: String(id), about: String(username) })) }
      }
      case 'groups': {
        const { items } = await quickClient().listGroups({ query: {} })
        return { groups: items.map(({ id, name }) => ({ value: String(id), about: String(name) })) }
      }
      case 'games': {
        const { items } = await quickClient().listGames({ query: {} })
        return { games: items.map(({ id, word }) => ({ value: String(id), about: String(word) })) }
      }
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
