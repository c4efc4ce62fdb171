/** The server cannot start. The message says why and how to fix it. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** Whether it is a {@link StartupError}, also one of another bundle, which has a class of its own. */
export const isStartupError = (error: unknown): error is StartupError =>
  error instanceof Error && error.name === 'StartupError'
