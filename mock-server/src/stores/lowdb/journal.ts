import { constants } from 'node:fs'
import { type FileHandle, open, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { DataFolderError, damaged, readingError, writingError } from './data-folder-error.ts'
import { FILE_MODE, syncFolder } from './durable-json-file.ts'
import { blocksOf, LINE_FEED, linesIn } from './lines.ts'

/*
 * One line per record: the CRC-32 of the rest in hex, a space, JSON. A line is complete if it ends with a line feed; a
 * torn last line was never acknowledged.
 */

/** On Linux, O_DSYNC syncs each write, which saves each transaction a separate sync. */
const IS_SYNCED_BY_WRITING = process.platform === 'linux'
const APPENDING = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND
const FLAGS = IS_SYNCED_BY_WRITING ? APPENDING | constants.O_DSYNC : APPENDING

interface Waiter {
  readonly line: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** An append-only file of transactions. Concurrent ones share one write and one sync. */
export class Journal {
  readonly #path: string
  readonly #file: FileHandle
  readonly #onFailure: () => void
  #size: number
  #waiting: Waiter[] = []
  /** Why nothing more can be appended: a partial line in the file could not be cut off. */
  #broken: unknown = null
  #writing: Promise<void> | null = null

  private constructor(path: string, file: FileHandle, size: number, onFailure: () => void) {
    this.#path = path
    this.#file = file
    this.#size = size
    this.#onFailure = onFailure
  }

  /**
   * Opens a journal for appending, after {@link readJournal} has cut off a torn end.
   * @param onFailure called after a failed write, before its callers and the callers of queued writes are rejected.
   */
  static async open(path: string, onFailure: () => void): Promise<Journal> {
    const file = await open(path, FLAGS, FILE_MODE)
    const { size } = await file.stat()
    return new Journal(path, file, size, onFailure)
  }

  /**
   * Creates a journal with a synced first line. A journal without one is damaged.
   * @param first a line of {@link journalLine}
   */
  static async create(path: string, first: string, onFailure: () => void): Promise<Journal> {
    const file = await open(path, FLAGS | constants.O_TRUNC, FILE_MODE)
    const journal = new Journal(path, file, 0, onFailure)
    try {
      await journal.append(first)
      await syncFolder(dirname(path))
    } catch (error) {
      await file.close()
      throw error
    }
    return journal
  }

  /** Bytes that a restart would have to read. */
  get size(): number {
    return this.#size
  }

  /**
   * Resolves when the line is on disk. If it rejects, the line is not in the file.
   * @param line of {@link journalLine}
   * @throws {DataFolderError} if the line could not be written, for example on a full disk.
   */
  append(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject })
      this.#writing ??= this.#drain()
    })
  }

  /** Resolves when no write is pending. */
  async whenIdle(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  async close(): Promise<void> {
    await this.whenIdle()
    await this.#file.close()
  }

  async #drain(): Promise<void> {
    // Lines that arrive in the same iteration of the event loop form one batch.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#write(batch.map(({ line }) => line).join(''))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        // Queued transactions may depend on the lost one.
        const lost = [...batch, ...this.#waiting]
        this.#waiting = []
        this.#onFailure()
        for (const { reject } of lost) reject(error)
      }
    }
    this.#writing = null
  }

  async #write(text: string): Promise<void> {
    if (this.#broken) throw this.#broken
    const bytes = Buffer.from(text)
    try {
      await this.#file.appendFile(bytes)
      if (!IS_SYNCED_BY_WRITING) await this.#file.datasync()
      this.#size += bytes.length
    } catch (cause) {
      const error = writingError(this.#path, cause)
      // Remove a partly written batch before the next one.
      await this.#file.truncate(this.#size).catch(() => {
        this.#broken = error
      })
      throw error
    }
  }
}

/** A record as a line of a journal. @throws {RangeError} if it is too long for a string. */
export function journalLine(record: unknown): string {
  const text = JSON.stringify(record)
  return `${checksum(text)} ${text}\n`
}

/**
 * The records of a journal, oldest first. A torn last line is cut off; any other damage is reported, and the file is not
 * changed.
 * @throws {DataFolderError} naming file and line.
 */
export async function* readJournal(path: string): AsyncGenerator<unknown> {
  let number = 0
  let wholeBytes = 0
  try {
    for await (const block of blocksOf(path)) {
      for (const line of linesIn(block)) {
        number++
        if (line[line.length - 1] !== LINE_FEED) {
          if (!isTorn(line)) throw damagedLine(path, number)
          await truncate(path, wholeBytes)
          return
        }
        const text = line.toString('utf8', 0, line.length - 1)
        if (!isWhole(text)) throw damagedLine(path, number)
        yield JSON.parse(text.slice(CHECKSUM_LENGTH + 1))
        wholeBytes += line.length
      }
    }
  } catch (error) {
    throw readingError(path, error)
  }
}

/** Cutting off the first line is no remedy: without it, the journal is damaged. */
const damagedLine = (path: string, number: number): DataFolderError =>
  number === 1
    ? damaged(path, 'the checksum of its first line does not match')
    : new DataFolderError(
        `${path}:${number} is damaged: its checksum does not match. Restore the folder from a backup, or cut the file off before that line to continue without later changes.`,
      )

const CHECKSUM_LENGTH = 8
/** The beginning of a line, complete or torn. */
const BEGINNING = /^(?:[0-9a-f]{0,8}|[0-9a-f]{8} .*)$/
/** JSON escapes control characters, so only lost blocks, which become zeroes, contain them. */
const CONTROL_CHARACTER = 0x20

/**
 * Whether bytes without a line feed are the beginning of a line. A complete line with a changed last byte is not: it was
 * acknowledged and then damaged.
 */
function isTorn(line: Buffer): boolean {
  if (line.some((byte) => byte < CONTROL_CHARACTER)) return false
  const isChanged = isWhole(line.toString('utf8', 0, line.length - 1))
  return BEGINNING.test(line.toString('latin1', 0, CHECKSUM_LENGTH + 2)) && !isChanged
}

const isWhole = (line: string): boolean =>
  line[CHECKSUM_LENGTH] === ' ' &&
  line.slice(0, CHECKSUM_LENGTH) === checksum(line.slice(CHECKSUM_LENGTH + 1))

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
