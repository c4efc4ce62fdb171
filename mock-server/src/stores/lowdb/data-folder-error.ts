/** A data folder that cannot be used; the message says which, why, and how to mend it. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const codeOf = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | undefined)?.code
