import { constants, fdatasync, type Stats } from 'node:fs'
import { type FileHandle, open, readFile, stat, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { FILE_MODE, syncFolder } from '../../platform/replace-file.ts'
import { DataFolderError, damaged, readingError, writingError } from './data-folder-error.ts'

/*
 * An append-only file with one line per transaction: the CRC-32 of the rest in hex, a space, JSON. The first line names the
 * journal's number. A line is complete if it ends with a line feed; a torn last line was never acknowledged.
 */

const APPENDING = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND

interface OpenFile {
  readonly number: number
  readonly path: string
  readonly handle: FileHandle
  readonly identity: Stats
}

export class Journal {
  #file: OpenFile
  #size: number
  /** Why nothing more can be appended. */
  #broken: StoreUnavailableError | null = null

  private constructor(file: OpenFile) {
    this.#file = file
    this.#size = file.identity.size
  }

  /** Opens a journal for appending, after {@link readJournal} has cut off a torn end. */
  static async open(path: string, number: number): Promise<Journal> {
    const handle = await open(path, APPENDING, FILE_MODE)
    return new Journal({ number, path, handle, identity: await handle.stat() })
  }

  /** Creates a journal with a synced first line. A journal without one is damaged. */
  static async create(path: string, number: number): Promise<Journal> {
    const handle = await open(path, APPENDING | constants.O_TRUNC, FILE_MODE)
    const journal = new Journal({ number, path, handle, identity: await handle.stat() })
    try {
      await journal.append(firstLine(number))
      await syncFolder(dirname(path))
    } catch (error) {
      await handle.close()
      throw error
    }
    return journal
  }

  get number(): number {
    return this.#file.number
  }

  /** Bytes that a restart would have to read. */
  get size(): number {
    return this.#size
  }

  /** Why the journal is gone, and with it probably the folder; null until a write or a check has found out. */
  get lost(): StoreUnavailableError | null {
    return this.#broken?.isUnreachable ? this.#broken : null
  }

  /**
   * Resolves when the lines are on disk. If it rejects, none of them counts: they are cut off, or the journal takes no more. One call at a time.
   * @param lines of {@link journalLine}
   * @throws {StoreUnavailableError} if they could not be written, for example on a full disk.
   */
  async append(lines: string): Promise<void> {
    if (this.#broken) throw this.#broken
    await this.check()
    const bytes = Buffer.from(lines)
    try {
      await this.#file.handle.appendFile(bytes)
      // The file handles of Yarn's Plug'n'Play have no method for it.
      await promisify(fdatasync)(this.#file.handle.fd)
      this.#size += bytes.length
    } catch (cause) {
      const error = new StoreUnavailableError(writingError(this.#file.path, cause))
      // Remove a partly written batch before the next one.
      await this.#file.handle.truncate(this.#size).catch(() => {
        this.#broken = error
      })
      throw error
    }
  }

  /** Goes on in the file of a new journal. Not while lines are appended. */
  async continueIn(next: Journal): Promise<void> {
    const { handle } = this.#file
    this.#file = next.#file
    this.#size = next.#size
    this.#broken = null
    await handle.close()
  }

  close(): Promise<void> {
    return this.#file.handle.close()
  }

  /**
   * A removed file can still be written, but nobody would find it again.
   * @throws {StoreUnavailableError} if the file at its path is not the one that is open.
   */
  async check(): Promise<void> {
    if (this.lost) throw this.lost
    const file = this.#file
    const found = await stat(file.path).catch(() => null)
    if (found?.ino === file.identity.ino && found.dev === file.identity.dev) return
    // A snapshot removes a file after the journal goes on in another one.
    if (file !== this.#file) return this.check()
    const problem = new DataFolderError(
      `${file.path} was removed or replaced while the server runs.`,
      (place) => `Restore the data folder, or choose another one with ${place}, and restart the server.`,
    )
    this.#broken = new StoreUnavailableError(problem, { isUnreachable: true })
    throw this.#broken
  }
}

export const firstLine = (number: number): string => journalLine({ journal: number })

/** A record as a line of a journal. @throws {RangeError} if it is too long for a string. */
export function journalLine(record: unknown): string {
  const text = JSON.stringify(record)
  return `${checksum(text)} ${text}\n`
}

/**
 * The records of a journal after its first line, oldest first.
 * @param options.keepsTornEnd leaves a torn last line in the file instead of cutting it off
 * @throws {DataFolderError} naming file and line, for any damage but a torn end. The file is then unchanged.
 */
export async function* readJournal(
  path: string,
  number: number,
  { keepsTornEnd = false } = {},
): AsyncGenerator<unknown> {
  const bytes = await readFile(path).catch((error) => {
    throw readingError(path, error)
  })
  let lines = 0
  let start = 0
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    const line = bytes.toString('utf8', start, end)
    if (!isWhole(line)) throw damagedLine(path, lines + 1)
    const record: unknown = JSON.parse(line.slice(CHECKSUM_LENGTH + 1))
    if (lines > 0) yield record
    else if (!isFirst(record, number)) throw damaged(path, 'its first line is missing')
    lines++
    start = end + 1
  }
  const rest = bytes.subarray(start)
  if (rest.length > 0 && !isTorn(rest)) throw damagedLine(path, lines + 1)
  if (lines === 0) throw damaged(path, 'its first line is missing')
  if (rest.length > 0 && !keepsTornEnd) await truncate(path, start)
}

/** Cutting off the first line is no remedy: without it, the journal is damaged. */
const damagedLine = (path: string, number: number): DataFolderError =>
  number === 1
    ? damaged(path, 'the checksum of its first line does not match')
    : damaged(
        `${path}:${number}`,
        'its checksum does not match',
        () =>
          'Restore the folder from a backup, or cut the file off before that line to continue without later changes.',
      )

const isFirst = (record: unknown, number: number): boolean =>
  typeof record === 'object' && record !== null && 'journal' in record && record.journal === number

const LINE_FEED = 0x0a
const CHECKSUM_LENGTH = 8
/** The beginning of a line, complete or torn. */
const BEGINNING = /^(?:[0-9a-f]{0,8}|[0-9a-f]{8} .*)$/
/** JSON escapes control characters. */
const CONTROL_CHARACTER = 0x20

/**
 * Whether bytes without a line feed are the beginning of a line. File systems may fill the blocks of an unfinished write
 * with zeroes. A complete line with a changed last byte is not torn: it was acknowledged and then damaged.
 */
function isTorn(rest: Buffer): boolean {
  const zeroes = rest.indexOf(0)
  const line = zeroes < 0 ? rest : rest.subarray(0, zeroes)
  if (zeroes >= 0 && rest.subarray(zeroes).some((byte) => byte !== 0)) return false
  if (line.some((byte) => byte < CONTROL_CHARACTER)) return false
  const isChanged = isWhole(line.toString('utf8', 0, line.length - 1))
  return BEGINNING.test(line.toString('latin1', 0, CHECKSUM_LENGTH + 2)) && !isChanged
}

const isWhole = (line: string): boolean =>
  line[CHECKSUM_LENGTH] === ' ' &&
  line.slice(0, CHECKSUM_LENGTH) === checksum(line.slice(CHECKSUM_LENGTH + 1))

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
