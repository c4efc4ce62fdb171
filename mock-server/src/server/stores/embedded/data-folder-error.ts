import { StoreUnavailableError, UnreadableDataError } from '../../../engine/store.ts'

/** What to do, given the option that named the folder. */
export type Advice = (place: string) => string

/** A data folder that cannot be used; the message says which file, why, and what to do. */
export class DataFolderError extends UnreadableDataError {
  override name = 'DataFolderError'
  readonly #problem: string
  readonly #advice: Advice

  constructor(problem: string, advice: Advice = () => '', options?: ErrorOptions) {
    super(textOf(problem, advice, '--data'), options)
    this.#problem = problem
    this.#advice = advice
  }

  /** The message of a command whose option `place` names the folder, instead of --data. */
  messageFor(place: string): string {
    return textOf(this.#problem, this.#advice, place)
  }
}

const textOf = (problem: string, advice: Advice, place: string): string =>
  `${problem} ${advice(place)}`.trimEnd()

export const damaged = (
  path: string,
  why: string,
  advice: Advice = (place) => `Restore the folder from a backup, or choose an empty one with ${place}.`,
): DataFolderError => new DataFolderError(`${path} is damaged: ${why}.`, advice)

/** The error for a file that could not be read: a missing one is damaged. */
export function readingError(path: string, error: unknown): DataFolderError {
  if (error instanceof DataFolderError) return error
  if (systemCode(error) === 'ENOENT') return damaged(path, 'it is missing')
  return new DataFolderError(`${path} cannot be read: ${reasonOf(error)}.`, () => 'Fix its permissions.')
}

/** The error for a file or folder that could not be written, for example on a full disk. */
export const writingError = (path: string, error: unknown): DataFolderError =>
  new DataFolderError(`${path} cannot be written: ${reasonOf(error)}`)

/** For `catch` of writes that belong to a transaction. */
export const throwUnavailable = (error: unknown): never => {
  throw error instanceof StoreUnavailableError ? error : new StoreUnavailableError(error)
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const systemCode = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | undefined)?.code
