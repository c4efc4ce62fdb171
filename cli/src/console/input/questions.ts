import type { GameToComplete } from '../../commands/days/games.ts'
import { needOf, questionOf } from '../../safety/consent.ts'
import { isOperation, OPERATIONS, type OperationName } from '../../safety/operations.ts'
import { type Settings, targetName } from '../../settings/settings.ts'
import { EMPTY_LINE } from '../keyboard/line-editor.ts'
import type { CommandLog } from '../running/command-log.ts'
import { selectedGame } from '../state/shown-games.ts'
import { BROWSE, type ConsoleAction, type ConsoleState, type Mode, type NoteField } from '../state/state.ts'
import type { Store } from '../store.ts'
import { PUBLIC_GAME } from '../watch/watched-games.ts'
import { complete, daily, mock, regenerate } from './actions.ts'

export interface QuestionParts {
  readonly store: Store<ConsoleState>
  readonly settings: Settings
  readonly commands: CommandLog
  readonly perform: (action: ConsoleAction) => void
}

/**
 * The questions before the action of a key: for which player, and whether to do it. Keys are easily pressed by mistake,
 * so the question shows the command and is asked on every target. A protected target requires its name.
 */
export function createQuestions({ store, settings, commands, perform }: QuestionParts) {
  const ask = (mode: Mode) => store.set({ mode })
  const say = (notice: string) => store.set({ notice })
  const nameOf = (userId: string) => store.get().names.get(userId) ?? userId

  /** The consent that the watched server needs. */
  function neededFor(name: OperationName) {
    const { targetKind, kind } = store.get()
    return needOf(name, { kind: targetKind, isReference: kind === 'reference' }, settings.writes.value)
  }

  /**
   * @param does what the action does, if it is more specific than the table of operations.
   * @param back the mode to return to; the games without it.
   * @param note of a decision, which the question shows and edits.
   */
  function confirm(
    name: OperationName,
    action: ConsoleAction,
    does: string = OPERATIONS[name].does,
    back: Mode = BROWSE,
    note?: NoteField,
  ): void {
    const question = questionOf(does, settings, store.get().targetKind)
    const typed = targetName(settings)
    if (neededFor(name) !== 'name') {
      const onAnswer = (isYes: boolean) => isYes && perform(action)
      ask({
        name: 'confirm',
        question,
        words: action.words,
        command: commands.shown(action.words),
        onAnswer,
        ...(note && { note }),
        back,
      })
      return
    }
    const onAnswer = (answer: string) =>
      answer === typed ? perform(action) : say(`'${answer}' is not ${typed}: nothing was done.`)
    ask({ name: 'ask', question: `${question} Type ${typed} to continue:`, line: EMPTY_LINE, onAnswer, back })
  }

  /** The players of the selected game come first; others are found while their name is typed. If the server lists no players, the user types an id. */
  function askForPlayer(title: string, onAnswer: (userId: string) => void): void {
    const state = store.get()
    const inGame = selectedGame(state)?.players.map(({ userId, name }) => [userId, name] as const)
    const items = [...new Map([...(inGame ?? []), ...state.names])].map(([id, label]) => ({ id, label }))
    if (items.length > 0)
      ask({ name: 'pick', title, searches: true, line: EMPTY_LINE, at: 0, items, onAnswer })
    else ask({ name: 'ask', question: `${title} Their user id:`, line: EMPTY_LINE, onAnswer })
  }

  /** Refuses at once if the console is read-only, before any question is asked. */
  const unlessReadOnly = (begin: () => void) => () => {
    if (settings.readOnly) say('The console was opened with --read-only, which refuses this.')
    else begin()
  }

  function completeGame(): void {
    const { kind } = store.get()
    const game = selectedGame(store.get())
    const called = game?.name === PUBLIC_GAME ? 'public game' : `game of ${game?.name ?? 'that player'}`
    const confirmFor = (which: GameToComplete) =>
      confirm('game complete', complete(settings, which), `let simulated players finish today's ${called}`)
    if (kind === 'reference') {
      if (game?.status === 'completed') say(`The ${called} is already completed.`)
      else if (game) confirmFor({ game: game.id })
      else say("There is no game to complete: press d to create today's games.")
      return
    }
    if (kind === null) {
      say('No server has answered yet.')
      return
    }
    // Without controls the call is made as a player, which needs their device id.
    const device = game?.players.flatMap(({ userId }) => commands.devices.get(userId) ?? [])[0]
    if (device !== undefined) confirmFor({ device })
    else {
      const question = `Device id of a player${game ? ` of ${game.name}` : ''}:`
      ask({ name: 'ask', question, line: EMPTY_LINE, onAnswer: (typed) => confirmFor({ device: typed }) })
    }
  }

  /** Asks before a command of a menu, unless it asks itself. */
  function runAsked(words: readonly string[]): void {
    const name = words.slice(0, 2).join(' ')
    if (isOperation(name) && neededFor(name) === 'nothing' && !settings.readOnly) confirm(name, { words })
    else perform({ words })
  }

  return {
    confirm,
    runAsked,
    daily: unlessReadOnly(() => confirm('daily trigger', daily(settings))),

    mock: unlessReadOnly(() =>
      askForPlayer('Create a completed game, dated yesterday, for which player?', (id) =>
        confirm(
          'game mock',
          mock(settings, id, 1),
          `create a completed game, dated yesterday, for ${nameOf(id)}`,
        ),
      ),
    ),

    history: unlessReadOnly(() =>
      askForPlayer('Rebuild whose history?', (id) =>
        confirm(
          'history regenerate',
          regenerate(settings, id),
          `rebuild the history of ${nameOf(id)} from the games`,
        ),
      ),
    ),

    complete: unlessReadOnly(completeGame),
  }
}
