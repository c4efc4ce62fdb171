import { constants, fstatSync, openSync, writeSync } from 'node:fs'

/** Minutes of a busy server's log. */
const MAX_BYTES = 2 ** 20
/** How soon a full pipe is tried again. */
const RETRY_MS = 50

/** Writes some of the bytes at once, as `fs.writeSync` does. @throws an error with code EAGAIN instead of waiting. */
export type WriteSome = (bytes: Uint8Array) => number

/**
 * Where log lines go. A log is never worth a service: lines that cannot be written, because the disk is full, the terminal
 * is closed or nobody reads the pipe, are dropped, and a later line says how many.
 */
export class LogDestination {
  readonly #write: WriteSome
  /** Text that waits for the reader of a pipe, and how many lines are lost with it. */
  #waiting: { bytes: Uint8Array; readonly lines: number }[] = []
  #waitingBytes = 0
  #dropped = 0
  #isTorn = false
  #retry: NodeJS.Timeout | null = null

  constructor(write: WriteSome) {
    this.#write = write
  }

  /** @param line with its line break. */
  write(line: string): void {
    if (this.#waitingBytes + line.length > MAX_BYTES) this.#dropped++
    else {
      if (this.#dropped > 0) this.#add(this.#notice(), this.#dropped)
      this.#dropped = 0
      this.#add(line, 1)
    }
    if (this.#retry === null) this.#flush()
  }

  #add(text: string, lines: number): void {
    const bytes = Buffer.from(text)
    this.#waiting.push({ bytes, lines })
    this.#waitingBytes += bytes.length
  }

  #notice(): string {
    const time = new Date().toISOString()
    const msg = `${this.#dropped} log lines could not be written`
    return `${this.#isTorn ? '\n' : ''}${JSON.stringify({ level: 'warn', time, msg })}\n`
  }

  #flush(): void {
    this.#retry = null
    try {
      for (let [first] = this.#waiting; first; [first] = this.#waiting) {
        const written = this.#write(first.bytes)
        this.#waitingBytes -= written
        this.#isTorn = written < first.bytes.length
        first.bytes = first.bytes.subarray(written)
        if (!this.#isTorn) this.#waiting.shift()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        // Does not keep a server running that has stopped.
        this.#retry = setTimeout(() => this.#flush(), RETRY_MS).unref()
        return
      }
      this.#dropped += this.#waiting.reduce((sum, { lines }) => sum + lines, 0)
      this.#waiting = []
      this.#waitingBytes = 0
    }
  }
}

/** Writes to standard error, where possible without ever waiting for its reader. */
export function standardError(): WriteSome {
  const descriptor = withoutWaiting()
  return (bytes) => writeSync(descriptor, bytes)
}

function withoutWaiting(): number {
  try {
    const kind = fstatSync(2)
    // A file opened again would be written from its beginning. Sockets cannot be opened.
    if (!kind.isFIFO() && !kind.isCharacterDevice()) return 2
    return openSync('/dev/fd/2', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    // A closed terminal, or a system without these files.
    return 2
  }
}
