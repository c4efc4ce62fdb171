/** The server cannot start, or a store cannot be used. The message says why and how to fix it. */
export class StartupError extends Error {
  override name = 'StartupError'
  /** Whether an argument or a variable is invalid, whatever the state of the machine. */
  readonly isUsage: boolean

  constructor(message: string, { isUsage = false, cause }: { isUsage?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isUsage = isUsage
  }
}

/** Whether an error is a {@link StartupError}. Compares names, because each bundle has its own copy of the class. */
export const isStartupError = (error: unknown): error is StartupError =>
  error instanceof Error && error.name === 'StartupError'
