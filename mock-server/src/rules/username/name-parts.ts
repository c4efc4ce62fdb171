/** Digits that stand for letters in a leet spelling; 1 stands for two, so a name with it is read twice. */
const LETTER_OF: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }
const ONES = ['i', 'l'] as const

/** The parts of a name that a reader sees: between underscores and hyphens, and where a capital begins a word. */
export function partsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}

/** Runs of letters within a text, its digits taken for what they are. */
export const lettersOf = (text: string): string[] => text.split(/[^a-z]+/).filter((run) => run !== '')

/** A text with its digits read as letters, in each way they can be; none when it has no such digit. */
export function leetReadings(text: string): string[] {
  if (!/[01345789]/.test(text)) return []
  const read = (one: string): string =>
    text.replace(/\d/g, (digit) => (digit === '1' ? one : (LETTER_OF[digit] ?? '#')))
  return [...new Set(ONES.map(read))]
}
