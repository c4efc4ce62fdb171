import type { LiveView } from '@inkling/scenarios/load/figures/live-view'
import type { LoadEvent } from '@inkling/scenarios/load/generator/run-load'
import { ms, number } from '@inkling/scenarios/load/reports/figures'
import type { Page, Printer } from '../../output/printer.ts'
import { bars } from '../../output/text.ts'
import { reportToParent } from '../../parent-process.ts'
import { isCi } from '../../settings/ci.ts'
import type { Settings } from '../../settings/settings.ts'
import { cleanedData, writeError } from '../../terminal-text.ts'
import { callTable } from './load-text.ts'

/** Seconds between two lines without a terminal. */
const LINE_EVERY = 5

/** Shows a load while it runs: a table that is redrawn in a terminal, otherwise a line every few seconds. */
export function liveLoad(settings: Pick<Settings, 'quiet' | 'output'>, printer: Printer) {
  const { stderr } = process
  const isTerminal = stderr.isTTY === true && process.env.TERM !== 'dumb' && !isCi() && !settings.quiet
  let lines = 0
  const clear = () => {
    if (lines > 0) stderr.write(`\u001B[${lines}A\r\u001B[J`)
    lines = 0
  }
  const show = (text: string) => {
    clear()
    // Lines that scroll out of the terminal could not be cleared.
    const shown = text.split('\n').slice(0, Math.max(1, (stderr.rows ?? 24) - 1))
    writeError(`${shown.join('\n')}\n`)
    lines = shown.length
  }
  let preparedTenths = -1
  return {
    heard(event: LoadEvent): void {
      reportToParent({ about: 'load', ...event })
      if (event.type === 'preparing') {
        const text = `preparing ${event.done} of ${event.of} players`
        const tenths = Math.floor((10 * event.done) / Math.max(1, event.of))
        if (isTerminal) show(text)
        else if (tenths !== preparedTenths) printer.say(text)
        preparedTenths = tenths
      } else if (event.type === 'slice') {
        if (settings.output.value === 'jsonl') printer.event(event.view, () => '')
        if (isTerminal) show(viewText(cleanedData(event.view), printer.page))
        else if (event.view.seconds % LINE_EVERY === 0) printer.say(lineText(event.view))
      } else {
        clear()
        printer.say(
          event.type === 'clock'
            ? `second ${Math.round(event.at / 1000)}: the clock was moved, ${event.what}`
            : 'checking the rules of all games ...',
        )
      }
    },
    end: clear,
  }
}

/** The last second as one line. */
function lineText(view: LiveView): string {
  const errors = Object.values(view.errors).reduce((sum, count) => sum + count, 0)
  const worst = Math.max(0, ...view.calls.map(({ p99 }) => p99))
  return `${view.seconds} of ${view.ofSeconds} s${view.isWarmUp ? ', warm-up' : ''}: ${view.active} players, ${view.wanted} calls/s due, ${view.reached} answered, worst p99 ${ms(worst)}, ${errors} errors, lateness p99 ${ms(view.latenessP99)}${view.isBottleneck ? ', THE GENERATOR IS THE BOTTLENECK' : ''}`
}

/** The last second as a table, with a line of bars for earlier ones. */
function viewText(view: LiveView, { paint, width }: Page): string {
  const top = Math.max(1, ...view.p99s)
  const byCall = Object.fromEntries(view.calls.map((call) => [call.name, call]))
  const errors = Object.entries(view.errors).map(([code, count]) => `${code} ${count}`)
  return [
    `${paint('bold', view.name)}  ${view.seconds} of ${view.ofSeconds} s${view.isWarmUp ? paint('yellow', '  warm-up') : ''}`,
    `${number(view.active)} players active, ${number(view.arrived)} arrived, ${number(view.turns)} turns submitted`,
    `${number(view.wanted)} calls/s due, ${number(view.reached)} answered; errors: ${errors.join(', ') || 'none'}`,
    `p99 ${bars(view.p99s, Math.max(10, width - 20))} max ${ms(top)}`,
    ...(view.calls.length > 0 ? [callTable({ byCall }, paint)] : []),
    view.isBottleneck
      ? paint(
          'red',
          `The generator is the bottleneck: lateness p99 ${ms(view.latenessP99)}, ${view.cpu.toFixed(2)} cores`,
        )
      : paint(
          'dim',
          `generator: lateness p99 ${ms(view.latenessP99)}, ${view.cpu.toFixed(2)} cores, ${number(view.memoryMb)} MB`,
        ),
  ].join('\n')
}
