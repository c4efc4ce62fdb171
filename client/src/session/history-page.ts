import type { History, HistoryEntry } from '@inkling/mock-server/contract/schemas/user'

/** A page of the history as a server may send it: only the entries are certain. */
type SentHistory = HistoryEntry[] | (Partial<History> & Pick<History, 'entries'>)

/** Adds what a server did not send: the summary of the entries, and that there are no further pages. */
export function wholeHistory(sent: SentHistory): History {
  const page = Array.isArray(sent) ? { entries: sent } : sent
  return { summary: summaryOf(page.entries), nextBefore: null, ...page }
}

const summaryOf = (entries: readonly HistoryEntry[]): History['summary'] => ({
  daysPlayed: new Set(entries.map(({ date }) => date)).size,
  participated: entries.filter(({ myEntries }) => myEntries.length > 0).length,
})
