import { EventEmitter } from 'node:events'
import { withInlays } from '../output/inlay.ts'
import type { Size } from './state.ts'

/** Terminals that know it show what stands between these at once. */
const AT_ONCE = { begin: '\u001B[?2026h', end: '\u001B[?2026l' }

/**
 * What Ink draws on. It takes whole frames and sends only the lines that changed, each to its own place: Ink's own
 * incremental rendering (6.8) is a line off wherever the frame does not fill the terminal.
 */
export class Screen extends EventEmitter {
  columns: number
  rows: number
  readonly #send: (text: string) => void
  #shown: readonly string[] = []

  constructor({ columns, rows }: Size, send: (text: string) => void) {
    super()
    this.columns = columns
    this.rows = rows
    this.#send = send
  }

  write(frame: string): boolean {
    const lines = withInlays(frame).split('\n').slice(0, this.rows)
    let changes = ''
    for (let at = 0; at < Math.max(lines.length, this.#shown.length); at++) {
      const line = lines[at] ?? ''
      // The line is cleared first: behind a full one, there is no place left to clear from.
      if (line !== (this.#shown[at] ?? '')) changes += `\u001B[${at + 1};1H\u001B[2K${line}\u001B[0m`
    }
    this.#shown = lines
    if (changes !== '') this.#send(AT_ONCE.begin + changes + AT_ONCE.end)
    return true
  }

  /** Forgets what is shown: the next frame is sent whole. */
  forget({ columns, rows }: Size): void {
    this.columns = columns
    this.rows = rows
    this.#shown = []
    this.#send('\u001B[2J')
  }
}
