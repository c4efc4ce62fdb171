import { Text } from 'ink'
import { FRAME } from '../../console/screen/layout.ts'
import type { ConsoleState } from '../../console/state/state.ts'
import { eventText, timeOf } from '../../console/watch/event-text.ts'
import { fitted } from '../../output/text.ts'
import { Panel, type PanelSize } from './panel.tsx'

/** The events on the server, newest at the bottom. */
export function EventsPanel({ state, width, height }: { state: ConsoleState } & PanelSize) {
  const room = height - FRAME.lines
  // Several events can have the same time, so the key includes the index.
  const shown = state.events.map((event, at) => ({ event, key: `${event.at} ${at}` })).slice(-room)
  const hasEvents = state.kind !== 'documented'
  return (
    <Panel title="Events" {...{ width, height }}>
      {shown.length === 0 && (
        <Text dimColor>{hasEvents ? 'Nothing has happened yet.' : 'Not available here.'}</Text>
      )}
      {shown.map(({ event, key }) => (
        <Text key={key} wrap="truncate">
          <Text dimColor>{timeOf(event.at, state.status?.timeZone)} </Text>
          {fitted(eventText(event, state), width - FRAME.columns - 9)}
        </Text>
      ))}
    </Panel>
  )
}
