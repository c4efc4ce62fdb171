import type { FoundRow } from '../state/found.ts'
import { selectedGame } from '../state/shown-games.ts'
import type { ConsoleState } from '../state/state.ts'
import type { Store } from '../store.ts'
import type { WatchedGame } from '../watch/watched-games.ts'
import { ASKED, entry, type MenuActions, type MenuEntry, menuMode } from './menu-entries.ts'

interface RowMenuParts {
  readonly store: Store<ConsoleState>
  readonly actions: MenuActions
  readonly openPlayer: (id: string) => void
}

/** What can be done with a player, a group or a game: each has a menu. */
export function createRowMenus({ store, actions, openPlayer }: RowMenuParts) {
  const open = (title: string, entries: readonly MenuEntry[]) =>
    store.set({ mode: menuMode(title, entries, actions) })

  const renamed = (name: string) => ({ ask: { question: `Which name does ${name} get?` } })

  function player({ id, name, groupId }: Pick<FoundRow, 'id' | 'name' | 'groupId'>): void {
    open(`${name}:`, [
      entry('their page: games, reports, warn, suspend, ban', ['moderation', 'player', id], {
        open: () => openPlayer(id),
      }),
      entry("today's game as they see it", ['game', 'today', id]),
      entry('their history', ['history', 'show', id]),
      entry('another name', ['user', 'rename', id], renamed(name)),
      entry("let simulated players finish today's game", ['game', 'complete', '--user', id], ASKED),
      entry('a completed game, dated yesterday', ['game', 'mock', id], ASKED),
      entry('rebuild the history from the games', ['history', 'regenerate', id], ASKED),
      ...(groupId === null
        ? []
        : [entry('take out of the group', ['group', 'remove-member', groupId, id], ASKED)]),
    ])
  }

  function group({ id, name }: Pick<FoundRow, 'id' | 'name'>): void {
    open(`${name}:`, [
      entry('its members', ['group', 'show', id]),
      entry("today's game", ['game', 'list', '--group', id]),
      entry('another name', ['group', 'rename', id], renamed(name)),
      entry('remove it; its members and games stay', ['group', 'remove', id], ASKED),
    ])
  }

  function game({ id, name, turn, status, players }: WatchedGame): void {
    const ofTurn = turn && [
      entry(`take the running turn of ${turn.name} back`, ['game', 'free', id], ASKED),
      entry(`skip the turn of ${turn.name}`, ['game', 'skip', id], ASKED),
    ]
    const finish = entry('let simulated players finish it', ['game', 'complete', id], ASKED)
    open(`Game of ${name}:`, [
      entry('its chain', ['game', 'show', id]),
      ...(ofTurn ?? []),
      ...(status === 'completed' ? [] : [finish]),
      ...players.map(({ userId, name: called, status: state }) =>
        entry(`player ${called} (${state})`, ['user', 'show', userId], {
          open: () => player({ id: userId, name: called, groupId: null }),
        }),
      ),
    ])
  }

  return {
    found: (row: FoundRow) => (row.kind === 'player' ? player(row) : group(row)),
    game(): void {
      const selected = selectedGame(store.get())
      if (selected) game(selected)
      else store.set({ notice: 'There is no game to act on.' })
    },
  }
}
