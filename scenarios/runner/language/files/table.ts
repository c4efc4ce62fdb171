import { ScenarioFileError } from './file-error.ts'
import { Source } from './source.ts'
import { positionAt } from './text-file.ts'

/**
 * The rows of a data table: objects by column from CSV, or the items of a YAML list.
 * @param file its name, which ends in .csv, .yaml or .yml.
 * @throws {ScenarioFileError} for a file that is not a table.
 */
export function tableOf(text: string, file: string): readonly unknown[] {
  if (file.endsWith('.csv')) return rowsOfCsv(text, file)
  const { value } = new Source(file, text)
  if (!Array.isArray(value)) throw problem(file, text, 0, 'a table is a list: write each row after a dash')
  return value
}

interface Cell {
  readonly text: string
  readonly isQuoted: boolean
  readonly offset: number
}

/** A cell and what ends it, as RFC 4180 has them. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y

function rowsOfCsv(text: string, file: string): readonly unknown[] {
  const [heading = [], ...rows] = cellsOf(text, file)
  const columns = heading.map((cell) => cell.text.trim())
  const [first] = heading
  if (first === undefined || columns.includes(''))
    throw problem(
      file,
      text,
      0,
      'the first line of a table has the names of its columns, separated by commas',
    )
  const twice = columns.findIndex((column, at) => columns.indexOf(column) < at)
  if (twice > 0)
    throw problem(
      file,
      text,
      heading[twice]?.offset ?? 0,
      `there are two columns '${columns[twice]}': rename one`,
    )
  return rows.map((row) => {
    if (row.length !== columns.length) {
      const { offset = 0 } = row[0] ?? {}
      const has = `this row has ${row.length} cells, but the first line has ${columns.length}`
      throw problem(file, text, offset, `${has}: quote a cell that contains a comma`)
    }
    return Object.fromEntries(columns.map((column, at) => [column, typedValue(row[at] as Cell)]))
  })
}

/** The cells of each line that is not empty. */
function cellsOf(text: string, file: string): Cell[][] {
  const rows: Cell[][] = []
  let row: Cell[] = []
  for (let at = 0; at < text.length; at = CELL.lastIndex) {
    CELL.lastIndex = at
    const match = CELL.exec(text)
    if (!match)
      throw problem(
        file,
        text,
        at,
        'a quote is not closed, or text follows it: double a quote inside a quoted cell',
      )
    const [, quoted, plain = '', end] = match
    const isEmptyLine = row.length === 0 && quoted === undefined && plain.trim() === '' && end !== ','
    if (!isEmptyLine)
      row.push({ text: quoted?.replaceAll('""', '"') ?? plain, isQuoted: quoted !== undefined, offset: at })
    if (end === ',' && CELL.lastIndex < text.length) continue
    if (end === ',') row.push({ text: '', isQuoted: false, offset: at })
    if (row.length > 0) rows.push(row)
    row = []
  }
  return rows
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** Numbers, true and false are values of that type, unless they are quoted. */
function typedValue({ text, isQuoted }: Cell): string | number | boolean {
  if (isQuoted) return text
  if (text === 'true' || text === 'false') return text === 'true'
  return NUMBER.test(text) ? Number(text) : text
}

const problem = (file: string, text: string, offset: number, message: string): ScenarioFileError =>
  new ScenarioFileError([{ file, ...positionAt(text, offset), message }])
