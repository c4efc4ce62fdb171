/** Two words and how near people found them, on the set's own scale. */
export interface HumanJudgement {
  readonly a: string
  readonly b: string
  readonly nearness: number
}

/**
 * Reads the text files in which sets of human judgements come (WordSim-353, SimLex-999, MEN): a pair a line, its
 * words and a number, with tabs, commas or spaces between. Lines before the first pair are headings, lines that begin
 * with # are remarks, further columns are left aside (SimLex-999 has its number in the fourth), and so are part of
 * speech marks at a word's end (MEN's "sun-n").
 *
 * @param name of the file, for messages.
 * @throws Error that names file and line when a line after the headings is no pair.
 */
export function readJudgedSet(text: string, name: string): HumanJudgement[] {
  const judgements: HumanJudgement[] = []
  let numberColumn = 2
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const columns = line.trim().split(/[\t,;]|\s+/)
    const heading = columns.findIndex((column) => /^simlex999$/i.test(column))
    if (judgements.length === 0 && heading > 0) numberColumn = heading
    const [a, b] = columns.map(withoutMark)
    const nearness = Number(columns[numberColumn])
    if (a !== undefined && b !== undefined && columns[numberColumn] !== '' && Number.isFinite(nearness)) {
      judgements.push({ a, b, nearness })
    } else if (judgements.length > 0) {
      throw new Error(`${name}:${at + 1}: expected two words and a number, found "${line}"`)
    }
  }
  if (judgements.length === 0) throw new Error(`${name}: no line with two words and a number`)
  return judgements
}

const withoutMark = (word: string): string => word.replace(/-[nvja]$/, '')
