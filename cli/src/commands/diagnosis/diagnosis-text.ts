import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import type { Finding } from './finding.ts'

const MARKS = {
  good: { mark: '✓', format: 'green' },
  notice: { mark: '!', format: 'yellow' },
  bad: { mark: '✗', format: 'red' },
} as const

/** One line per finding. */
export function diagnosisText(findings: readonly Finding[], { paint }: Page): string {
  const rows = findings.map(({ about, state, finding }) => {
    const { mark, format } = MARKS[state]
    return [paint(format, mark), about, finding]
  })
  return table(['', 'what', 'finding'], rows, paint)
}
