import { EventEmitter } from 'node:events'
import { withInlays } from '../../output/inlay.ts'
import { onlyColours } from '../../terminal-text.ts'
import type { Size } from '../state/state.ts'

/** Terminals that support these sequences display everything between them at once. */
const SYNCHRONIZED = { begin: '\u001B[?2026h', end: '\u001B[?2026l' }

/**
 * The output that Ink draws on. It receives whole frames and sends only the changed lines, each to its position.
 * Ink's own incremental rendering (6.8) is off by one line if the frame does not fill the terminal.
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
    const lines = onlyColours(withInlays(frame)).split('\n').slice(0, this.rows)
    let changes = ''
    for (let at = 0; at < Math.max(lines.length, this.#shown.length); at++) {
      const line = lines[at] ?? ''
      // Clear the line first: after a full line the cursor is past the end, and nothing would be cleared.
      if (line !== (this.#shown[at] ?? '')) changes += `\u001B[${at + 1};1H\u001B[2K${line}\u001B[0m`
    }
    this.#shown = lines
    if (changes !== '') this.#send(SYNCHRONIZED.begin + changes + SYNCHRONIZED.end)
    return true
  }

  /** Clears the screen, so that the next frame is sent completely. */
  forget({ columns, rows }: Size): void {
    this.columns = columns
    this.rows = rows
    this.#shown = []
    this.#send('\u001B[2J')
  }
}
