/** Generous, for a busy machine. */
const TIMEOUT_MS = 30_000
const PAUSE_MS = 40

/**
 * Polls until `ask` returns a value.
 * @param purpose completes the error message "Waited 30 s to ..."
 * @throws after 30 s without a value
 */
export async function eventually<T>(purpose: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`Waited ${TIMEOUT_MS / 1000} s to ${purpose}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
