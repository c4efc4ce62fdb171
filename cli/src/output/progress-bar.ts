import type { Settings } from '../settings/settings.ts'
import { cleaned } from '../terminal-text.ts'

export interface ProgressBar {
  /** If false, callers need not report progress. */
  readonly isShown: boolean
  /** @param share 0 to 1. */
  show(share: number, text: string): void
  clear(): void
}

const CELLS = 24
/** Minimum time between two updates. */
const EVERY_MS = 80

/** A progress bar on standard error; nothing without a terminal or with `--quiet`. */
export function progressBar({ quiet }: Pick<Settings, 'quiet'>): ProgressBar {
  const { stderr } = process
  if (quiet || !stderr.isTTY || process.env.TERM === 'dumb') {
    return { isShown: false, show() {}, clear() {} }
  }
  let shownAt = 0
  return {
    isShown: true,
    show(share, text) {
      const now = performance.now()
      if (now - shownAt < EVERY_MS && share < 1) return
      shownAt = now
      const full = Math.round(share * CELLS)
      stderr.write(`\r\u001B[K${'━'.repeat(full)}${'─'.repeat(CELLS - full)} ${cleaned(text)}`)
    },
    clear() {
      stderr.write('\r\u001B[K')
    },
  }
}
