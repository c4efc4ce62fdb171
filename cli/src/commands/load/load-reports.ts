import { readFile } from 'node:fs/promises'
import { type Comparison, compareLoads, TEST } from '@inkling/scenarios/load/figures/compare'
import type { LoadReport } from '@inkling/scenarios/load/figures/report'
import { loadHtml } from '@inkling/scenarios/load/reports/html'
import { LoadReportError, loadJson, readLoadReport } from '@inkling/scenarios/load/reports/json'
import { loadJunit } from '@inkling/scenarios/load/reports/junit'
import { CliError, EXIT, readingProblem } from '../../cli-error.ts'

export const LOAD_REPORTS = { json: loadJson, junit: loadJunit, html: loadHtml }

/** Reads a report. @throws {CliError} for a file that is not a load report. */
async function loadReportAt(file: string): Promise<LoadReport> {
  try {
    return readLoadReport(await readFile(file), file)
  } catch (error) {
    if (error instanceof LoadReportError) throw new CliError(EXIT.unreadable, `${error.message}.`)
    throw readingProblem(file, error)
  }
}

export interface LoadComparison {
  readonly test: string
  readonly before: Facts
  readonly after: Facts
  readonly figures: readonly Comparison[]
}

interface Facts {
  readonly file: string
  readonly outcome: string
  readonly rateReached: number
  /** 0 to 1. */
  readonly errors: number
}

export async function compareReportFiles(before: string, after: string): Promise<LoadComparison> {
  const [one, other] = await Promise.all([loadReportAt(before), loadReportAt(after)])
  return {
    test: TEST,
    before: factsOf(before, one),
    after: factsOf(after, other),
    figures: compareLoads(one, other),
  }
}

const factsOf = (file: string, { summary }: LoadReport): Facts => ({
  file,
  outcome: summary.outcome,
  rateReached: summary.rateReached,
  errors: summary.errors / Math.max(1, summary.calls),
})
