import { cpus, loadavg } from 'node:os'

/** Prints the question that a benchmark answers, and how busy the machine is: other programs slow down the answer. */
export function question(text: string): void {
  const [busy = 0] = loadavg()
  process.stdout.write(
    `${text}\n${cpus().length} cores, load average ${busy.toFixed(1)}, Node ${process.versions.node}\n`,
  )
}

/** A row of a table: values by the name of their column. */
export type Row = Readonly<Record<string, string | number>>

/** Prints rows with the same columns as a table in Markdown. Numbers have two significant digits or no decimals. */
export function table(rows: readonly Row[]): void {
  const heading = Object.keys(rows[0] ?? {})
  const lines = [heading, ...rows.map((row) => heading.map((name) => shown(row[name] ?? '-')))]
  const widths = heading.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const [first = '', ...rest] = lines.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  process.stdout.write(`\n${[first, rule, ...rest].join('\n')}\n`)
}

/** Fails the run and says so if a value is not at most its bound. */
export function atMost(bound: number, unit: string, name: string, value: number): void {
  if (value <= bound) return
  process.exitCode = 1
  process.stdout.write(`MISSED: ${name}: ${shown(value)} ${unit}, at most ${bound}\n`)
}

/** The value that the share `part` of the values does not exceed. NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(part * values.length)] ?? Number.NaN
}

function shown(value: string | number): string {
  if (typeof value === 'string') return value
  if (Number.isNaN(value)) return '-'
  if (value >= 10 || Number.isInteger(value)) return Math.round(value).toLocaleString('en')
  return value.toPrecision(2)
}
