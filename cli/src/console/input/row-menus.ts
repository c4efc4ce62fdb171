import type { FoundRow } from '../state/found.ts'
import { selectedGame } from '../state/shown-games.ts'
import type { ConsoleState } from '../state/state.ts'
import type { Store } from '../store.ts'
import type { WatchedGame } from '../watch/watched-games.ts'
import { type MenuActions, type MenuEntry, menuMode } from './menu-entries.ts'

interface RowMenuParts {
  readonly store: Store<ConsoleState>
  readonly actions: MenuActions
  readonly openPlayer: (id: string) => void
}

/** What can be done with a player, a group or a game: each has a menu. */
export function createRowMenus({ store, actions, openPlayer }: RowMenuParts) {
  const open = (title: string, entries: readonly MenuEntry[]) =>
    store.set({ mode: menuMode(title, entries, actions) })

  function player({ id, name, groupId }: Pick<FoundRow, 'id' | 'name' | 'groupId'>): void {
    open(`${name}:`, [
      {
        label: 'their page: games, reports, warn, suspend, ban',
        words: ['moderation', 'player', id],
        open: () => openPlayer(id),
      },
      { label: "today's game as they see it", words: ['game', 'today', id] },
      { label: 'their history', words: ['history', 'show', id] },
      {
        label: 'another name',
        words: ['user', 'rename', id],
        ask: { question: `Which name does ${name} get?` },
      },
      {
        label: "let simulated players finish today's game",
        words: ['game', 'complete', '--user', id],
        confirm: 'game complete',
      },
      { label: 'a completed game, dated yesterday', words: ['game', 'mock', id], confirm: 'game mock' },
      {
        label: 'rebuild the history from the games',
        words: ['history', 'regenerate', id],
        confirm: 'history regenerate',
      },
      ...(groupId === null
        ? []
        : [
            {
              label: 'take out of the group',
              words: ['group', 'remove-member', groupId, id],
              confirm: 'group remove-member',
            } as const,
          ]),
    ])
  }

  function group({ id, name }: Pick<FoundRow, 'id' | 'name'>): void {
    open(`${name}:`, [
      { label: 'its members', words: ['group', 'show', id] },
      { label: "today's game", words: ['game', 'list', '--group', id] },
      {
        label: 'another name',
        words: ['group', 'rename', id],
        ask: { question: `Which name does ${name} get?` },
      },
      {
        label: 'remove it; its members and games stay',
        words: ['group', 'remove', id],
        confirm: 'group remove',
      },
    ])
  }

  function game({ id, name, turn, status, players }: WatchedGame): void {
    const isOpen = status !== 'completed'
    open(`Game of ${name}:`, [
      { label: 'its chain', words: ['game', 'show', id] },
      ...(turn
        ? ([
            {
              label: `take the running turn of ${turn.name} back`,
              words: ['game', 'free', id],
              confirm: 'game free',
            },
            { label: `skip the turn of ${turn.name}`, words: ['game', 'skip', id], confirm: 'game skip' },
          ] as const)
        : []),
      ...(isOpen
        ? ([
            {
              label: 'let simulated players finish it',
              words: ['game', 'complete', id],
              confirm: 'game complete',
            },
          ] as const)
        : []),
      ...players.map(
        ({ userId, name: called, status: state }): MenuEntry => ({
          label: `player ${called} (${state})`,
          words: ['user', 'show', userId],
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
