import { type ConsoleState, commandMode, type Mode } from '../state/state.ts'
import type { Store } from '../state/store.ts'
import { EMPTY_LINE, lineOf } from './line-editor.ts'

/** A menu entry: a label and its command. A command that ends in a blank is completed by the user. */
type Offer = readonly [label: string, command: string]

const CLOCK: readonly Offer[] = [
  ['advance six minutes: open turns expire', 'clock advance 6m'],
  ['an hour on', 'clock advance 1h'],
  ['to midnight, when the day ends', 'clock midnight'],
  ['a day on', 'clock advance 1d'],
  ['freeze the clock', 'clock freeze'],
  ["back to the system's time", 'clock resume'],
  ['another time', 'clock set '],
]

const FAULTS: readonly Offer[] = [
  ['which faults are in force', 'fault list'],
  ['no more faults', 'fault clear'],
  ['the next submitted turn fails', 'fault add /api/game/submit-turn --times 1 --status 500'],
  ["today's game cannot be read", 'fault add /api/game/today --status 503'],
  ['every reply takes three seconds', "fault add '/api/*' --delay 3s"],
  ['a fifth of all calls break off', "fault add '/api/*' --drop --probability 0.2"],
  ['answers are HTML', "fault add '/api/*' --body '<h1>Hello</h1>' --status 200"],
  ['another fault', 'fault add '],
]

/**
 * Menus for the clock and the faults, which only a reference server has. The commands themselves ask for consent
 * where needed.
 * @param run runs a command line.
 */
export function createMenus(store: Store<ConsoleState>, run: (line: string) => void) {
  const show = (mode: Mode) => store.change((before) => ({ ...before, mode }))

  function open(title: string, offers: readonly Offer[]): void {
    const { kind } = store.get()
    if (kind !== 'reference') {
      const why = kind === null ? 'no server has answered yet' : 'this server has no controls'
      store.change((before) => ({ ...before, notice: `${title}: ${why}.` }))
      return
    }
    const items = offers.map(([label, command]) => ({ id: command, label }))
    const onAnswer = (command: string) => {
      if (command.endsWith(' ')) show(commandMode(lineOf(command)))
      else run(command)
    }
    show({ name: 'pick', title, isMenu: true, line: EMPTY_LINE, at: 0, items, onAnswer })
  }

  return {
    clock: () => open('The clock of the server', CLOCK),
    faults: () => open('Faults on purpose', FAULTS),
  }
}
