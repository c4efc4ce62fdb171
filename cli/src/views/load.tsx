import { ms } from '@inkling/scenarios/load/reports/figures'
import { Text } from 'ink'
import { FRAME } from '../console/screen/layout.ts'
import type { LoadProgress } from '../console/state/load-progress.ts'
import { bars, fitted, windowed } from '../output/text.ts'
import { Panel, type PanelSize } from './panels/panel.tsx'

/** Lines above the table of calls. */
const HEAD_LINES = 6
const COLUMNS = ['p50', 'p95', 'p99', 'max'] as const

/** A running load: rates, latencies of each call, errors, and the state of its generator. */
export function LoadPanel({ load, width, height }: { load: LoadProgress | null } & PanelSize) {
  const room = width - FRAME.columns
  if (!load?.view) {
    const says =
      load?.says ?? 'No load test has run here. : load --profile steady --max-calls 100000 --max-duration 10m'
    return (
      <Panel title="Load" {...{ width, height }}>
        <Text dimColor>{fitted(says, room)}</Text>
      </Panel>
    )
  }
  const { view, says, isOver } = load
  const errors = Object.entries(view.errors).map(([code, count]) => `${code} ${count}`)
  const shown = windowed(view.calls, 0, height - FRAME.lines - HEAD_LINES)
  const name = Math.min(18, Math.max(8, ...view.calls.map((call) => call.name.length)))
  return (
    <Panel
      title={`Load · ${view.name}`}
      note={isOver ? 'over · l: report' : `${view.seconds} of ${view.ofSeconds} s`}
      isUrgent={view.isBottleneck && !isOver}
      {...{ width, height }}
    >
      <Text>
        {fitted(
          `${says} · ${view.active} players active, ${view.arrived} arrived, ${view.turns} turns`,
          room,
        )}
      </Text>
      <Text>{fitted(`${view.wanted} calls/s due, ${view.reached} answered`, room)}</Text>
      <Text {...(errors.length > 0 && { color: 'red' })}>
        {fitted(`errors: ${errors.join(', ') || 'none'}`, room)}
      </Text>
      <Text {...(view.isBottleneck ? { color: 'red' } : { dimColor: true })}>
        {fitted(
          `${view.isBottleneck ? 'THE GENERATOR IS THE BOTTLENECK: ' : 'generator: '}lateness p99 ${ms(view.latenessP99)}, ${view.cpu.toFixed(2)} cores, ${Math.round(view.memoryMb)} MB`,
          room,
        )}
      </Text>
      <Text color="cyan">
        {fitted(`p99 ${bars(view.p99s, Math.max(1, room - 22))} max ${ms(Math.max(0, ...view.p99s))}`, room)}
      </Text>
      <Text dimColor>
        {fitted(
          `${'call'.padEnd(name)}${'calls'.padStart(7)}${COLUMNS.map((each) => each.padStart(9)).join('')}  errors`,
          room,
        )}
      </Text>
      {shown.items.map((call) => (
        <Text key={call.name} {...(call.errors > 0 && { color: 'red' })}>
          {fitted(
            `${fitted(call.name, name)}${String(call.count).padStart(7)}${COLUMNS.map((each) => ms(call[each]).padStart(9)).join('')}  ${call.errors}`,
            room,
          )}
        </Text>
      ))}
    </Panel>
  )
}
