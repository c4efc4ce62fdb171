import type { RunReport } from './report.ts'

/** The name of a run; with its seed and number if the scenario ran several times, because build servers merge equal names. */
export function runName(run: RunReport, runs: readonly RunReport[]): string {
  const same = runs.filter(({ file, name }) => file === run.file && name === run.name)
  const ofSeed = same.filter(({ seed }) => seed === run.seed)
  const parts = [
    ...(ofSeed.length < same.length ? [`seed ${run.seed}`] : []),
    ...(ofSeed.length > 1 ? [`run ${ofSeed.indexOf(run) + 1}`] : []),
  ]
  return parts.length === 0 ? run.name : `${run.name} (${parts.join(', ')})`
}
