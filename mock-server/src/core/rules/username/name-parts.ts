/** Leet digits and their letters. 1 stands for two letters, so a name that contains it has two readings. */
const LETTER_OF: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }
const ONES = ['i', 'l'] as const

/** The parts of a name in lower case, split at all but ASCII letters and digits and before capitals that start a word. */
export function partsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}

/** Runs of letters within a text, with digits left as digits. */
export const lettersOf = (text: string): string[] => text.split(/[^a-z]+/).filter((run) => run !== '')

/** All readings of a text with its digits replaced by letters; empty if no digit can be replaced. */
export function leetReadings(text: string): string[] {
  if (!/[01345789]/.test(text)) return []
  const read = (one: string): string =>
    text.replace(/\d/g, (digit) => (digit === '1' ? one : (LETTER_OF[digit] ?? '#')))
  return [...new Set(ONES.map(read))]
}
