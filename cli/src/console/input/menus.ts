import { BROWSE, type ConsoleState } from '../state/state.ts'
import type { Store } from '../store.ts'
import { ASKED, entry, type MenuActions, type MenuEntry, menuMode } from './menu-entries.ts'

const CLOCK: readonly MenuEntry[] = [
  entry('advance six minutes: open turns expire', 'clock advance 6m'),
  entry('advance an hour', 'clock advance 1h'),
  entry('advance to midnight: the day ends', 'clock midnight'),
  entry('advance a day', 'clock advance 1d'),
  entry('freeze the clock', 'clock freeze'),
  entry("return to the system's time", 'clock resume'),
  entry('set a time', 'clock set', { ask: { question: 'Which time? Such as 2026-03-07T23:40:00-05:00:' } }),
]

const FAULTS: readonly MenuEntry[] = [
  entry('list the active faults', 'fault list'),
  entry('remove all faults', 'fault remove'),
  entry('the next submitted turn fails', 'fault new /api/game/submit-turn --times 1 --status 500'),
  entry("today's game cannot be read", 'fault new /api/game/today --status 503'),
  entry('every response takes three seconds', 'fault new /api/* --delay 3s'),
  entry('a fifth of all calls lose their connection', 'fault new /api/* --drop --probability 0.2'),
  entry('responses are HTML', 'fault new /api/* --status 200 --raw-body <h1>Hello</h1>'),
  entry('another fault', 'fault new', {
    ask: { question: 'Which calls fail, and how? Such as /api/game/today --status 503:', isWords: true },
  }),
]

const END_OF_MAINTENANCE = entry('let players play again', 'maintenance off')
const OPERATOR: readonly MenuEntry[] = [
  entry('tell all players something', 'announce', { ask: { question: 'What do you tell all players?' } }),
  entry('list the announcements', 'announcement list'),
  entry('let players read only', 'maintenance on', {
    ask: {
      question: 'What do players read meanwhile? Enter alone shows the usual sentence:',
      option: '--message',
    },
  }),
  END_OF_MAINTENANCE,
  entry('running turns', 'game list --playing'),
  entry('turns that should have ended', 'game list --overdue'),
  entry('what admins have changed on this server', 'audit --server'),
  entry('replace the admin key', 'admin-key rotate', ASKED),
]

/**
 * Menus for the clock, the faults and the whole server, which only a reference server has. The commands themselves ask for consent
 * where needed.
 */
export function createMenus(store: Store<ConsoleState>, actions: MenuActions) {
  function open(title: string, entries: readonly MenuEntry[]): void {
    const { kind, mode } = store.get()
    const back = mode.name === 'moderation' || mode.name === 'scenarios' ? mode : BROWSE
    const why = kind === null ? 'no server has answered yet' : 'this server has no controls'
    if (kind === 'reference') store.set({ mode: menuMode(title, entries, actions, back) })
    else store.set({ notice: `${title}: ${why}.` })
  }

  /** The announcements that can be removed. */
  const removals = (): MenuEntry[] =>
    (store.get().status?.announcements ?? []).map(({ id, text }) =>
      entry(`remove “${text}”`, `announcement remove ${id}`),
    )

  const operator = (): MenuEntry[] => [
    ...OPERATOR.filter((each) => each !== END_OF_MAINTENANCE || store.get().status?.maintenance),
    ...removals(),
  ]

  return {
    clock: () => open('Server clock', CLOCK),
    faults: () => open('Fault injection', FAULTS),
    operator: () => open('All players and the server', operator()),
  }
}
