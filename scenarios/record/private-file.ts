import { open } from 'node:fs/promises'

/**
 * Writes a file that only its owner may read, such as a world, a recording, or a report with the calls of players.
 * @throws an error of the file system.
 */
export async function writePrivate(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    // An existing file keeps its permissions until they are changed; a device such as /dev/stdout has its own.
    if ((await file.stat()).isFile()) await file.chmod(0o600)
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
    for await (const piece of pieces) await file.appendFile(piece)
  } finally {
    await file.close()
  }
}
