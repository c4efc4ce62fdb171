/** A server that cannot start; the message is one sentence that says why and how to mend it. */
export class StartupError extends Error {
  override name = 'StartupError'
}
