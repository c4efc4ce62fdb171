import { render } from 'ink-testing-library'
import { createElement } from 'react'
import { type ConsoleState, firstState } from '../console/state/state.ts'
import { createStore } from '../console/store.ts'
import { App } from './app.tsx'

export const STATUS: NonNullable<ConsoleState['status']> = {
  product: 'Inkling',
  version: '1.0.0',
  protected: false,
  seed: '7',
  now: '2026-03-07T18:40:00.000Z',
  clock: 'frozen',
  day: '2026-03-07',
  timeZone: 'America/New_York',
  counts: { users: 27, groups: 3, games: 4 },
}

/** What the console shows in a state, without colours. */
export function screenOf({ size = { columns: 80, rows: 24 }, ...part }: Partial<ConsoleState>): string {
  const store = createStore<ConsoleState>({
    ...firstState('http://localhost:4000', size, 'local'),
    connection: 'live',
    kind: 'reference',
    ...part,
  })
  const { lastFrame, unmount } = render(createElement(App, { store, colors: 0 }))
  const frame = lastFrame() ?? ''
  unmount()
  return frame
}
