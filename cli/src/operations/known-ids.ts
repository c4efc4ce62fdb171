import { connect } from '../connect.ts'
import type { KnownIds } from '../console/completion.ts'
import type { Settings } from '../settings.ts'
import { listTargets } from './targets.ts'

/** Nobody waits longer for a completion. */
const PATIENCE_MS = 1500

/** Ids of the target that could complete a command line; none where the target does not tell them. */
export async function idsFor(settings: Settings, words: readonly string[]): Promise<KnownIds> {
  const before = words.at(-2) ?? ''
  const calm: Settings = {
    ...settings,
    verbose: false,
    dryRun: false,
    timeoutMs: { ...settings.timeoutMs, value: PATIENCE_MS },
  }
  try {
    if (before === '--target' || before === '-t')
      return { targets: listTargets(settings).map(({ name }) => name) }
    if (before === '--user') return { users: idsIn((await connect(calm).listUsers({ query: {} })).items) }
    if (words.includes('game') && words.includes('show')) {
      return { games: idsIn((await connect(calm).listGames({ query: {} })).items) }
    }
  } catch {
    // A shell that completes has no place for complaints: without an answer there are no ids.
  }
  return {}
}

const idsIn = (items: readonly Record<string, unknown>[]): string[] => items.map(({ id }) => String(id))
