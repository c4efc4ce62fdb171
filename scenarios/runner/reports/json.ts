import type { RunReport } from './report.ts'

/** The reports as JSON. */
export const jsonReport = (runs: readonly RunReport[]): string => `${JSON.stringify({ runs }, null, 2)}\n`
