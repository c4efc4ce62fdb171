import { holdersLimit, type LoadReport, type LoadSummary } from '@inkling/scenarios/load/figures/report'
import { measuredText } from '@inkling/scenarios/load/file/thresholds'
import { stopSentence } from '@inkling/scenarios/load/generator/stop-reason'
import { ms, number, rounded } from '@inkling/scenarios/load/reports/figures'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'

const VERDICTS: Readonly<
  Record<LoadSummary['outcome'], { text: string; color: 'green' | 'red' | 'yellow' }>
> = {
  passed: { text: 'passed', color: 'green' },
  missed: { text: 'missed', color: 'red' },
  void: { text: 'VOID', color: 'red' },
  stopped: { text: 'stopped', color: 'red' },
  interrupted: { text: 'interrupted', color: 'yellow' },
}

export function loadText(report: LoadReport, { paint }: Page): string {
  const { plan, summary, target } = report
  const stop = stopSentence(report)
  const { text, color } = VERDICTS[summary.outcome]
  return [
    `${paint('bold', plan.name)}  ${paint(color, text)}  ${paint('dim', `${target}, seed ${plan.seed}`)}`,
    ...(stop === null ? [] : [paint('red', `${stop}.`)]),
    ...(summary.voidBecause === null ? [] : [paint('red', `Void: ${summary.voidBecause}.`)]),
    measuredLine(report),
    `${number(summary.players)} players arrived (${number(summary.playersAnHour)} an hour), at most ${number(summary.maxActive)} were active at a time, and they submitted ${number(summary.turns)} turns`,
    `${number(summary.rateWanted)} calls per second due, ${number(summary.rateReached)} answered; ${errorsText(summary)}`,
    '',
    callTable(summary, paint),
    '',
    `Generator: lateness p99 ${ms(summary.lateness.p99)}, ${percent(summary.late)} of the calls late; ${summary.cpu.toFixed(2)} cores, ${number(summary.memoryMb)} MB at most, ${counted(report.processes, 'process', 'processes')}`,
    rulesText(report),
    ...summary.thresholds.map((threshold) => {
      const { name, limit, holds } = threshold
      return paint(
        holds ? 'green' : 'red',
        `${holds ? '✓' : '✗'} ${name} ${limit}: ${measuredText(threshold)}`,
      )
    }),
    ...report.invariants.broken.slice(0, 20).map((sentence) => paint('red', `✗ ${sentence}`)),
  ].join('\n')
}

function measuredLine({ summary, plan, preparation }: LoadReport): string {
  const warmUp =
    plan.warmUpMs === 0 ? 'no warm-up' : `the first ${plan.warmUpMs / 1000} s are left out as warm-up`
  return `Measured ${summary.measuredMs / 1000} s (${warmUp}); ${number(preparation.calls)} calls prepared the players, in ${(preparation.ms / 1000).toFixed(1)} s`
}

function errorsText({ errors, calls, errorsByCode, refusals, refusalsByCode }: LoadSummary): string {
  const codes = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([code, count]) => `${code} ${count}`)
      .join(', ')
  const failed =
    errors === 0
      ? 'none failed'
      : `${errors} failed (${percent(errors / Math.max(1, calls))}): ${codes(errorsByCode)}`
  return refusals === 0 ? failed : `${failed}; refused by the rules: ${codes(refusalsByCode)}`
}

export function callTable(
  { http, byCall }: Pick<LoadSummary, 'byCall'> & { readonly http?: LoadSummary['http'] },
  paint: Page['paint'],
): string {
  const row = (name: string, { count, p50, p95, p99, max }: LoadSummary['http'], errors: string) => [
    name,
    number(count),
    ms(p50),
    ms(p95),
    ms(p99),
    ms(max),
    errors,
  ]
  return table(
    ['call', 'calls', 'p50', 'p95', 'p99', 'max', 'errors'],
    [
      ...Object.entries(byCall).map(([name, figures]) => row(name, figures, String(figures.errors))),
      ...(http ? [row('all', http, '')] : []),
    ],
    paint,
  )
}

function rulesText(report: LoadReport): string {
  const { sampled, checked, acknowledged, found, limited, broken } = report.invariants
  const turns = `${number(found)} of ${number(acknowledged)} acknowledged turns found`
  const whole = `${number(sampled)} games sampled while it ran, ${number(checked)} checked afterwards, ${turns}`
  const verdict = broken.length === 0 ? 'no rule is broken' : counted(broken.length, 'broken rule')
  return `Rules: ${verdict} (${[limited ?? whole, holdersLimit(report) ?? []].flat().join('; ')})`
}

const percent = (share: number): string => `${rounded(share * 100)}%`
