import type { Settings } from '../settings/settings.ts'

export interface ProgressBar {
  /** Whether anybody sees it: what only feeds the bar can be left out otherwise. */
  readonly isShown: boolean
  /** @param share 0 to 1. */
  show(share: number, text: string): void
  clear(): void
}

const CELLS = 24
/** A terminal need not be written to more often. */
const EVERY_MS = 80

/** A bar on standard error; nothing where that is no terminal, or quiet is asked for. */
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
      stderr.write(`\r\u001B[K${'━'.repeat(full)}${'─'.repeat(CELLS - full)} ${text}`)
    },
    clear() {
      stderr.write('\r\u001B[K')
    },
  }
}
