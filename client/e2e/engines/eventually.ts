/** Generous, for a machine that is busy with other tests. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 40

/**
 * Polls until there is an answer.
 * @throws after half a minute, naming the purpose
 */
export async function eventually<T>(purpose: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`Waited ${PATIENCE_MS / 1000} s to ${purpose}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
