/** Two words and how similar people judged them, on the set's own scale. */
export interface HumanJudgement {
  readonly a: string
  readonly b: string
  readonly nearness: number
}

/**
 * Reads the text files of sets of human judgements (WordSim-353, SimLex-999, MEN): each line has two words and a
 * number, separated by tabs, commas or spaces. Lines before the first pair are headings and lines that start with #
 * are comments. Other columns are ignored (SimLex-999 has its number in the fourth), and so are part-of-speech marks
 * after a word (MEN's "sun-n").
 *
 * @param name the file name, for messages.
 * @throws Error with file and line if a line after the headings is not a pair.
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
