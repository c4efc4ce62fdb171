import { constants } from 'node:fs'
import { type FileHandle, open, readFile, truncate } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { DataFolderError } from './data-folder-error.ts'

/*
 * One line for each transaction: the CRC-32 of the rest in hex, a space, JSON. A line is whole when it ends with a line
 * feed; a torn last line was never acknowledged.
 */

/** Linux syncs such a file in the same step as it writes to it: everybody who waits is told sooner by one trip to the disk. */
const IS_SYNCED_BY_WRITING = process.platform === 'linux'
const APPENDING = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND
const FLAGS = IS_SYNCED_BY_WRITING ? APPENDING | constants.O_DSYNC : APPENDING

interface Waiter {
  readonly line: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** An append-only file of transactions. Those that come together share one write and one sync. */
export class Journal {
  readonly #file: FileHandle
  readonly #onFailure: () => void
  #size: number
  #waiting: Waiter[] = []
  /** Why nothing more can be appended: half a line stands in the file and cannot be cut off. */
  #broken: unknown = null
  #writing: Promise<void> | null = null

  private constructor(file: FileHandle, size: number, onFailure: () => void) {
    this.#file = file
    this.#size = size
    this.#onFailure = onFailure
  }

  /**
   * Opens a journal for appending, after whatever {@link readJournal} found whole in it.
   * @param onFailure called when a write has failed, before those who wait for it and for later ones are told.
   */
  static async open(path: string, onFailure: () => void): Promise<Journal> {
    const file = await open(path, FLAGS)
    const { size } = await file.stat()
    return new Journal(file, size, onFailure)
  }

  /** Bytes that a restart would have to read. */
  get size(): number {
    return this.#size
  }

  /** Resolves when the record is on the disk; rejects when it could not be written, and is then not in the file. */
  append(record: unknown): Promise<void> {
    const text = JSON.stringify(record)
    const line = `${checksum(text)} ${text}\n`
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject })
      this.#writing ??= this.#drain()
    })
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  async close(): Promise<void> {
    await this.settled()
    await this.#file.close()
  }

  async #drain(): Promise<void> {
    // What arrives in the same turn of the event loop goes into the same batch.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#write(batch.map(({ line }) => line).join(''))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        // What waits was decided on the strength of what is now lost.
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
    } catch (error) {
      // Half a batch may stand there now: it must not precede a later one.
      await this.#file.truncate(this.#size).catch(() => {
        this.#broken = error
      })
      throw error
    }
  }
}

/**
 * The records of a journal, oldest first. A torn last line is cut off; any other damage is reported, and the file stays
 * as it is.
 * @throws {DataFolderError} naming file and line.
 */
export async function readJournal(path: string): Promise<unknown[]> {
  const bytes = await readFile(path)
  const whole = bytes.lastIndexOf(0x0a) + 1
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)
  const damaged = (at: number) =>
    new DataFolderError(
      `${path}:${at + 1} is damaged: its checksum does not fit. Put back a copy of the folder from a backup, or cut the file off before that line to go on without what follows.`,
    )
  const records = lines.map((line, at) => {
    if (!isWhole(line)) throw damaged(at)
    return JSON.parse(line.slice(CHECKSUM_LENGTH + 1)) as unknown
  })
  if (whole < bytes.length) {
    // A whole line and something else than its line feed: not torn, but changed.
    if (isWhole(bytes.subarray(whole, -1).toString('utf8'))) throw damaged(lines.length)
    await truncate(path, whole)
  }
  return records
}

const CHECKSUM_LENGTH = 8

const isWhole = (line: string): boolean =>
  line[CHECKSUM_LENGTH] === ' ' &&
  line.slice(0, CHECKSUM_LENGTH) === checksum(line.slice(CHECKSUM_LENGTH + 1))

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
