/** The server cannot start. The message says why and how to fix it. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** Whether an error is a {@link StartupError}. Compares names, because each bundle has its own copy of the class. */
export const isStartupError = (error: unknown): error is StartupError =>
  error instanceof Error && error.name === 'StartupError'
