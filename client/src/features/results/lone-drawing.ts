import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { useSession } from '../../session/session-store.ts'

/** Whether the chain is one drawing, to which nobody came. */
export const isLone = ({ chain, finalGuess }: GameResults): boolean =>
  chain.length === 1 && finalGuess === null

/** What is said of a chain without a guess. A lone drawing is not mocked: it waits. */
export function waitingText(results: GameResults): string {
  const { userId, username = '' } = results.chain[0] ?? {}
  if (!isLone(results)) return 'Nobody guessed.'
  const isOwn = userId != null && userId === useSession.getState().user?.id
  return `${isOwn ? 'Your' : `${isolatedName(username)}'s`} drawing waits for somebody. Send it on.`
}
