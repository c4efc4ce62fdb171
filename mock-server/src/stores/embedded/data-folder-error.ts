import { StoreUnavailableError, UnreadableDataError } from '../../engine/store.ts'

/** A data folder that cannot be used; the message says which file, why, and what to do. */
export class DataFolderError extends UnreadableDataError {
  override name = 'DataFolderError'
}

export const damaged = (
  path: string,
  why: string,
  advice = 'Restore the folder from a backup, or choose an empty one with --data.',
): DataFolderError => new DataFolderError(`${path} is damaged: ${why}. ${advice}`)

/** The error for a file that could not be read: missing and ill-formed files are damaged. */
export function readingError(path: string, error: unknown): DataFolderError {
  if (error instanceof DataFolderError) return error
  if (codeOf(error) === 'ENOENT') return damaged(path, 'it is missing')
  if (error instanceof SyntaxError) return damaged(path, error.message)
  return new DataFolderError(`${path} cannot be read: ${reasonOf(error)}. Fix its permissions.`)
}

/** The error for a file or folder that could not be written, for example on a full disk. */
export const writingError = (path: string, error: unknown): DataFolderError =>
  new DataFolderError(`${path} cannot be written: ${reasonOf(error)}`)

/** For `catch` of writes that belong to a transaction. */
export const unavailable = (error: unknown): never => {
  throw error instanceof StoreUnavailableError ? error : new StoreUnavailableError(error)
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const codeOf = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | undefined)?.code
