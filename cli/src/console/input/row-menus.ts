import { EMPTY_LINE, lineOf } from '../keyboard/line-editor.ts'
import type { FoundRow } from '../state/found.ts'
import {
  BROWSE,
  type ConsoleState,
  commandMode,
  type Mode,
  type PickItem,
  selectedGame,
} from '../state/state.ts'
import type { Store } from '../store.ts'
import type { WatchedGame } from '../watch/watched-games.ts'

interface RowMenuParts {
  readonly store: Store<ConsoleState>
  /** Runs a command line. */
  readonly run: (line: string) => void
  readonly openPlayer: (id: string) => void
}

/**
 * A label and a command, to run, or to complete or confirm with Enter if it ends in a space. What the console shows itself
 * is opened instead.
 */
type Entry = readonly [label: string, command: string, open?: () => void]

/** What can be done with a player, a group or a game: each has a menu. */
export function createRowMenus({ store, run, openPlayer }: RowMenuParts) {
  const show = (mode: Mode) => store.change((before) => ({ ...before, mode }))

  function open(title: string, entries: readonly Entry[]): void {
    const items: PickItem[] = entries.map(([label, id]) => ({ id, label }))
    const onAnswer = (command: string) => {
      const opened = entries.find(([, each]) => each === command)?.[2]
      if (opened) opened()
      else if (command.endsWith(' ')) show(commandMode(lineOf(command)))
      else run(command)
    }
    show({ name: 'pick', title, isMenu: true, line: EMPTY_LINE, at: 0, items, onAnswer, back: BROWSE })
  }

  function player({ id, name, groupId }: Pick<FoundRow, 'id' | 'name' | 'groupId'>): void {
    open(`${name}:`, [
      ['their page: games, reports, warn, suspend, ban', `moderation player ${id}`, () => openPlayer(id)],
      ["today's game as they see it", `game today ${id}`],
      ['their history', `history show ${id}`],
      ['another name', `user rename ${id} `],
      ["let simulated players finish today's game", `game complete --user ${id} `],
      ['a completed game, dated yesterday', `game mock ${id} `],
      ['rebuild the history from the games', `history regenerate ${id} `],
      ...(groupId === null
        ? []
        : ([['take out of the group', `group remove-member ${groupId} ${id} `]] as const)),
    ])
  }

  function group({ id, name }: Pick<FoundRow, 'id' | 'name'>): void {
    open(`${name}:`, [
      ['its members', `group show ${id}`],
      ["today's game", `game list --group ${id}`],
      ['another name', `group rename ${id} `],
      ['remove it; its members and games stay', `group remove ${id} `],
    ])
  }

  function game({ id, name, turn, status, players }: WatchedGame): void {
    const isOpen = status !== 'completed'
    open(`Game of ${name}:`, [
      ['its chain', `game show ${id}`],
      ...(turn ? ([['take the running turn back', `game free ${id} `]] as const) : []),
      ...(turn ? ([[`skip the turn of ${turn.name}`, `game skip ${id} `]] as const) : []),
      ...(isOpen ? ([['let simulated players finish it', `game complete ${id} `]] as const) : []),
      ...players.map(
        ({ userId, name: called, status: state }): Entry => [
          `player ${called} (${state})`,
          `user show ${userId}`,
          () => player({ id: userId, name: called, groupId: null }),
        ],
      ),
    ])
  }

  return {
    found: (row: FoundRow) => (row.kind === 'player' ? player(row) : group(row)),
    game(): void {
      const selected = selectedGame(store.get())
      if (selected) game(selected)
      else store.change((before) => ({ ...before, notice: 'There is no game to act on.' }))
    },
  }
}
