import { htmlReport } from '@inkling/scenarios/runner/reports/html'
import { jsonReport } from '@inkling/scenarios/runner/reports/json'
import { junitReport, junitStepsReport } from '@inkling/scenarios/runner/reports/junit'
import type { RunReport } from '@inkling/scenarios/runner/reports/report'
import { invocation } from '../../command-line/invocation.ts'

/** The reports of scenario runs by kind, with commands as the user calls them. */
export const RUN_REPORTS = {
  json: jsonReport,
  junit: (runs: readonly RunReport[]) => junitReport(runs, invocation()),
  html: (runs: readonly RunReport[]) => htmlReport(runs, invocation()),
}

/** The same, with a JUnit case per step. */
export const STEP_REPORTS = {
  ...RUN_REPORTS,
  junit: (runs: readonly RunReport[]) => junitStepsReport(runs, invocation()),
}
