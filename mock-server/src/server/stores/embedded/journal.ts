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

export class Journal {
  readonly number: number
  readonly #path: string
  readonly #file: FileHandle
  readonly #identity: Stats
  #size: number
  /** Why nothing more can be appended. */
  #broken: StoreUnavailableError | null = null

  private constructor(path: string, number: number, file: FileHandle, identity: Stats) {
    this.number = number
    this.#path = path
    this.#file = file
    this.#identity = identity
    this.#size = identity.size
  }

  /** Opens a journal for appending, after {@link readJournal} has cut off a torn end. */
  static async open(path: string, number: number): Promise<Journal> {
    const file = await open(path, APPENDING, FILE_MODE)
    return new Journal(path, number, file, await file.stat())
  }

  /** Creates a journal with a synced first line. A journal without one is damaged. */
  static async create(path: string, number: number): Promise<Journal> {
    const file = await open(path, APPENDING | constants.O_TRUNC, FILE_MODE)
    try {
      const journal = new Journal(path, number, file, await file.stat())
      await journal.append(firstLine(number))
      await syncFolder(dirname(path))
      return journal
    } catch (error) {
      await file.close()
      throw error
    }
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
      await this.#file.appendFile(bytes)
      // The file handles of Yarn's Plug'n'Play have no method for it.
      await promisify(fdatasync)(this.#file.fd)
      this.#size += bytes.length
    } catch (cause) {
      const error = new StoreUnavailableError(writingError(this.#path, cause))
      // Remove a partly written batch before the next one.
      await this.#file.truncate(this.#size).catch(() => {
        this.#broken = error
      })
      throw error
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  /**
   * A removed file can still be written, but nobody would find it again.
   * @throws {StoreUnavailableError} if the file at its path is not the one that is open.
   */
  async check(): Promise<void> {
    if (this.lost) throw this.lost
    const found = await stat(this.#path).catch(() => null)
    if (found?.ino === this.#identity.ino && found.dev === this.#identity.dev) return
    const problem = new DataFolderError(
      `${this.#path} was removed or replaced while the server runs.`,
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
  // A complete line whose last byte has changed was acknowledged.
  const isTorn =
    TORN.test(bytes.toString('latin1', start)) && !isWhole(bytes.toString('utf8', start, bytes.length - 1))
  if (!isTorn) throw damagedLine(path, lines + 1)
  if (lines === 0) throw damaged(path, 'its first line is missing')
  if (start < bytes.length && !keepsTornEnd) await truncate(path, start)
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
/**
 * The beginning of a line, which has no control characters in JSON. File systems may fill the blocks of an unfinished write
 * with zeroes.
 */
const TORN = /^(?:[0-9a-f]{0,8}|[0-9a-f]{8} [ -\xff]*)\0*$/

const isWhole = (line: string): boolean =>
  line[CHECKSUM_LENGTH] === ' ' &&
  line.slice(0, CHECKSUM_LENGTH) === checksum(line.slice(CHECKSUM_LENGTH + 1))

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
