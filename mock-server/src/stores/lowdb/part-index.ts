import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { crc32 } from 'node:zlib'
import { codeOf, DataFolderError } from './data-folder-error.ts'
import { FOLDER_MODE, writeDurably } from './durable-json-file.ts'
import { FIRST_OFFSET, SEAL_LENGTH } from './sealed-json.ts'

/*
 * The index of a part of a checkpoint file: which lines have a key. It is a hash table in a file of its own, of which a search
 * reads one bucket. The file has 32-bit numbers: two that identify the part, the end of each bucket, the places of lines
 * by bucket, and a checksum. An index is not essential: it can be rebuilt from its part.
 */

const FOLDER = 'index'
const BUCKETS = 256
/** Numbers before the first place. */
const HEAD = 2 + BUCKETS
const NUMBER_BYTES = Uint32Array.BYTES_PER_ELEMENT

/** Where a line of a part is, and the CRC-32 of its text. */
export interface Place {
  readonly start: number
  readonly length: number
  readonly checksum: number
}
/** CRC-32 of the key, start, length, CRC-32 of the line. */
const PLACE_NUMBERS = 4

/** The path of the index of a part, or of the indexes of a folder, in the data folder. */
export const indexOf = (path: string): string => posix.join(FOLDER, path.replace(/\.json$/, '.bin'))

/** Collects the places of the lines of a part, which must be added in their order. */
export class IndexBuilder {
  readonly #buckets = Array.from({ length: BUCKETS }, (): number[] => [])
  #end = FIRST_OFFSET

  add(keys: readonly string[], line: string | Buffer): void {
    const length = Buffer.byteLength(line)
    const checksum = crc32(line)
    for (const key of keys) {
      const keyChecksum = crc32(key)
      this.#buckets[keyChecksum % BUCKETS]?.push(keyChecksum, this.#end, length, checksum)
    }
    this.#end += length
  }

  /** The index of a part that is on disk, in memory. */
  async build(folder: string, part: string): Promise<BuiltIndex> {
    const identity = await identityOf(join(folder, part))
    const numbers = new Uint32Array(HEAD + this.#buckets.reduce((sum, { length }) => sum + length, 0) + 1)
    numbers.set(identity)
    let end = HEAD
    for (const [at, bucket] of this.#buckets.entries()) {
      numbers.set(bucket, end)
      end += bucket.length
      numbers[HEAD - BUCKETS + at] = end
    }
    numbers[numbers.length - 1] = crc32(contentOf(numbers))
    return new BuiltIndex(join(folder, indexOf(part)), numbers)
  }
}

/** An index in memory, as after a part was read or written. */
export class BuiltIndex {
  readonly path: string
  readonly #numbers: Uint32Array

  constructor(path: string, numbers: Uint32Array) {
    this.path = path
    this.#numbers = numbers
  }

  async write(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: FOLDER_MODE })
    await writeDurably(this.path, new Uint8Array(this.#numbers.buffer))
  }

  /** To search in the file, which must have been written. */
  onDisk(): PartIndex {
    return new PartIndex(this.path, this.#numbers, fromFile(this.path))
  }

  /** To search in memory. */
  inMemory(): PartIndex {
    const read: ReadNumbers = async (from, count) => this.#numbers.subarray(from, from + count)
    return new PartIndex(this.path, this.#numbers, read)
  }
}

/** An index that has changed or disappeared while it was in use. It can be opened again. */
export class IndexChangedError extends DataFolderError {
  override name = 'IndexChangedError'

  constructor(path: string, cause?: unknown) {
    super(`${path} has changed while it was in use. The next search rebuilds it.`, { cause })
  }
}

type ReadNumbers = (from: number, count: number) => Promise<Uint32Array>

export class PartIndex {
  readonly #path: string
  /** Where each bucket ends, in numbers. */
  readonly #ends: Uint32Array
  /** The CRC-32 of each bucket: the file may change after it was opened. */
  readonly #checksums: Uint32Array
  readonly #read: ReadNumbers

  /** @param numbers the content of the index */
  constructor(path: string, numbers: Uint32Array, read: ReadNumbers) {
    this.#path = path
    this.#ends = numbers.slice(HEAD - BUCKETS, HEAD)
    this.#checksums = Uint32Array.from(this.#ends, (_, bucket) =>
      crc32(bytesOf(numbers.subarray(...this.#rangeOf(bucket)))),
    )
    this.#read = read
  }

  /**
   * @returns null if the index is missing or damaged, or if it is not the index of this part as it is on disk.
   * @throws {Error} of the file system.
   */
  static async open(folder: string, part: string): Promise<PartIndex | null> {
    const path = join(folder, indexOf(part))
    const numbers = await readAll(path)
    if (numbers.length <= HEAD || numbers.at(-1) !== crc32(contentOf(numbers))) return null
    const identity = await identityOf(join(folder, part))
    return identity.every((number, at) => number === numbers[at])
      ? new PartIndex(path, numbers, fromFile(path))
      : null
  }

  /**
   * Lines that have a key. A few of them may have another key with the same CRC-32 instead.
   * @throws {IndexChangedError}
   */
  async places(key: string): Promise<Place[]> {
    const keyChecksum = crc32(key)
    const bucket = keyChecksum % BUCKETS
    const [from, to] = this.#rangeOf(bucket)
    if (from === to) return []
    const numbers = await this.#read(from, to - from).catch((error) => {
      throw new IndexChangedError(this.#path, error)
    })
    if (crc32(bytesOf(numbers)) !== this.#checksums[bucket]) throw new IndexChangedError(this.#path)
    const places = new Map<number, Place>()
    for (let at = 0; at < numbers.length; at += PLACE_NUMBERS) {
      const [itsKey, start = 0, length = 0, checksum = 0] = numbers.subarray(at, at + PLACE_NUMBERS)
      // A line may have two keys with the same CRC-32.
      if (itsKey === keyChecksum) places.set(start, { start, length, checksum })
    }
    return [...places.values()]
  }

  #rangeOf(bucket: number): readonly [from: number, to: number] {
    return [this.#ends[bucket - 1] ?? HEAD, this.#ends[bucket] ?? HEAD]
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

const fromFile =
  (path: string): ReadNumbers =>
  (from, count) =>
    withFile(path, (file) => readNumbers(file, from, count))

/** Everything except the checksum. */
const contentOf = (numbers: Uint32Array): Uint8Array => bytesOf(numbers.subarray(0, -1))

/** Tells parts apart: the size, and the CRC-32 of both ends, of which the last has the checksum of the whole part. */
async function identityOf(path: string): Promise<readonly [bytes: number, ends: number]> {
  return withFile(path, async (file) => {
    const { size } = await file.stat()
    const ends = Buffer.alloc(FIRST_OFFSET + SEAL_LENGTH)
    await file.read(ends, 0, FIRST_OFFSET, 0)
    await file.read(ends, FIRST_OFFSET, SEAL_LENGTH, Math.max(0, size - SEAL_LENGTH))
    return [size, crc32(ends)]
  })
}

/** @returns no numbers if the file is missing. */
async function readAll(path: string): Promise<Uint32Array> {
  try {
    return await withFile(path, async (file) => readNumbers(file, 0, (await file.stat()).size / NUMBER_BYTES))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return new Uint32Array()
    throw error
  }
}

async function readNumbers(file: FileHandle, from: number, count: number): Promise<Uint32Array> {
  const numbers = new Uint32Array(count)
  await file.read(numbers, 0, numbers.byteLength, from * NUMBER_BYTES)
  return numbers
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
