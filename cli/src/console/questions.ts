import type { GameToComplete } from '../operations/games.ts'
import type { Settings } from '../settings.ts'
import { complete, daily, mock, regenerate } from './actions.ts'
import type { Journal } from './journal.ts'
import { EMPTY_LINE } from './line-editor.ts'
import { type Action, type ConsoleState, gameLookedAt, type Mode } from './state.ts'
import type { Store } from './store.ts'

/** What single keys ask before anything is done: for whom, and whether really. */
export function createQuestions(store: Store<ConsoleState>, settings: Settings, journal: Journal) {
  const ask = (mode: Mode) => store.change((before) => ({ ...before, mode }))
  const confirm = (question: string, action: Action) => ask({ name: 'confirm', question, action })
  const nameOf = (userId: string) => store.get().names.get(userId) ?? userId

  /** Players of the game that is looked at come first. A server that lists none is told an id. */
  function askForPlayer(title: string, onAnswer: (userId: string) => void): void {
    const state = store.get()
    const inGame = gameLookedAt(state)?.players.map(({ userId, name }) => [userId, name] as const)
    const items = [...new Map([...(inGame ?? []), ...state.names])].map(([id, label]) => ({ id, label }))
    if (items.length > 0) ask({ name: 'pick', title, line: EMPTY_LINE, at: 0, items, onAnswer })
    else ask({ name: 'ask', question: `${title} Their user id:`, line: EMPTY_LINE, onAnswer })
  }

  return {
    daily: () => confirm("Close earlier games and create today's?", daily(settings)),

    mock: () =>
      askForPlayer('Make a completed game of yesterday for whom?', (id) =>
        confirm(`Make a completed game of yesterday for ${nameOf(id)}?`, mock(settings, id, 1)),
      ),

    history: () =>
      askForPlayer('Rebuild the history of whom?', (id) =>
        confirm(`Rebuild the history of ${nameOf(id)} from the games?`, regenerate(settings, id)),
      ),

    /** Without controls the call is made in a player's name, so a device id is needed: that of a player made here, or one that is typed. */
    complete(): void {
      const { kind } = store.get()
      const game = gameLookedAt(store.get())
      const sure = (which: GameToComplete) =>
        confirm(
          `Let simulated players finish ${game?.name ?? 'that game'} of today?`,
          complete(settings, which),
        )
      if (kind === 'reference') {
        if (game) sure({ game: game.id })
        return
      }
      const known = game?.players.flatMap(({ userId }) => journal.devices.get(userId) ?? [])[0]
      if (known !== undefined) sure({ device: known })
      else {
        const question = `Device id of a player${game ? ` of ${game.name}` : ''}:`
        ask({ name: 'ask', question, line: EMPTY_LINE, onAnswer: (device) => sure({ device }) })
      }
    },
  }
}
