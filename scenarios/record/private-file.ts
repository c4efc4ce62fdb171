import { copyFile, open, realpath, rename, rm, stat } from 'node:fs/promises'

type Content = string | Uint8Array | AsyncIterable<string>

let drafts = 0

/** Why a file can be written, but not replaced: its folder is read-only, or it is mounted by itself. */
const NOT_REPLACEABLE = ['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV']
const isNotReplaceable = (error: unknown): boolean =>
  NOT_REPLACEABLE.includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Writes a file that only its owner may read, such as a world or a recording. A file that is replaced keeps its content
 * until the new one is complete, also on a full disk.
 * @throws an error of the file system.
 */
export const writePrivate = (path: string, content: Content): Promise<void> => replace(path, content, 0o600)

/** Writes a file like {@link writePrivate}, which others may read as the umask says. */
export const writeShared = (path: string, content: Content): Promise<void> => replace(path, content, null)

/** @param mode the permissions of the file; null for those of the umask. */
async function replace(path: string, content: Content, mode: number | null): Promise<void> {
  // A link stays, and its file is replaced.
  const place = await realpath(path).catch(() => path)
  const existing = await stat(place).catch(() => null)
  // A device such as /dev/stdout, or a pipe.
  if (existing !== null && !existing.isFile()) return write(place, content, mode)
  const draft = `${place}.${process.pid}-${drafts++}.tmp`
  try {
    await write(draft, content, mode)
    await rename(draft, place).catch((error) => {
      if (!isNotReplaceable(error)) throw error
      return copyFile(draft, place)
    })
  } catch (error) {
    // A draft that cannot be created has read nothing of the content.
    const isNoDraft = existing !== null && isNotReplaceable(error) && !(await isThere(draft))
    if (!isNoDraft) throw error
    await write(place, content, mode)
  } finally {
    await rm(draft, { force: true })
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function write(path: string, content: Content, mode: number | null): Promise<void> {
  const file = await open(path, 'w', mode ?? 0o666)
  try {
    // An existing file keeps its permissions until they are changed; a device has its own.
    const isFile = (await file.stat()).isFile()
    if (isFile && mode !== null) await file.chmod(mode)
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
    for await (const piece of pieces) await file.appendFile(piece)
    if (isFile) await file.sync()
  } finally {
    await file.close()
  }
}
