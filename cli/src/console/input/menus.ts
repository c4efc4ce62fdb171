import { EMPTY_LINE, lineOf } from '../keyboard/line-editor.ts'
import { type ConsoleState, commandMode, type Mode } from '../state/state.ts'
import type { Store } from '../store.ts'

/** A menu entry: a label and its command. The user completes a command that ends in a space. */
type MenuEntry = readonly [label: string, command: string]

const CLOCK: readonly MenuEntry[] = [
  ['advance six minutes: open turns expire', 'clock advance 6m'],
  ['advance an hour', 'clock advance 1h'],
  ['advance to midnight: the day ends', 'clock midnight'],
  ['advance a day', 'clock advance 1d'],
  ['freeze the clock', 'clock freeze'],
  ["return to the system's time", 'clock resume'],
  ['set a time', 'clock set '],
]

const FAULTS: readonly MenuEntry[] = [
  ['list the active faults', 'fault list'],
  ['remove all faults', 'fault remove'],
  ['the next submitted turn fails', 'fault new /api/game/submit-turn --times 1 --status 500'],
  ["today's game cannot be read", 'fault new /api/game/today --status 503'],
  ['every response takes three seconds', "fault new '/api/*' --delay 3s"],
  ['a fifth of all calls lose their connection', "fault new '/api/*' --drop --probability 0.2"],
  ['responses are HTML', "fault new '/api/*' --body '<h1>Hello</h1>' --status 200"],
  ['another fault', 'fault new '],
]

const OPERATOR: readonly MenuEntry[] = [
  ['tell all players something', 'announce '],
  ['list the announcements', 'announcement list'],
  ['remove an announcement', 'announcement remove '],
  ['let players read only', 'maintenance on '],
  ['let players play again', 'maintenance off'],
  ['what admins have changed on this server', 'audit --server'],
  ['replace the admin key', 'admin-key rotate '],
]

/**
 * Menus for the clock, the faults and the whole server, which only a reference server has. The commands themselves ask for consent
 * where needed.
 * @param run runs a command line.
 */
export function createMenus(store: Store<ConsoleState>, run: (line: string) => void) {
  const show = (mode: Mode) => store.change((before) => ({ ...before, mode }))

  function open(title: string, entries: readonly MenuEntry[]): void {
    const { kind } = store.get()
    if (kind !== 'reference') {
      const why = kind === null ? 'no server has answered yet' : 'this server has no controls'
      store.change((before) => ({ ...before, notice: `${title}: ${why}.` }))
      return
    }
    const items = entries.map(([label, command]) => ({ id: command, label }))
    const onAnswer = (command: string) => {
      if (command.endsWith(' ')) show(commandMode(lineOf(command)))
      else run(command)
    }
    show({ name: 'pick', title, isMenu: true, line: EMPTY_LINE, at: 0, items, onAnswer })
  }

  return {
    clock: () => open('Server clock', CLOCK),
    faults: () => open('Fault injection', FAULTS),
    operator: () => open('All players and the server', OPERATOR),
  }
}
