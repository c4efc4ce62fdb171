import type { Command } from 'commander'
import { wordsOf } from '../../command-line/command-words.ts'
import { commonBeginning, completions, type KnownIds } from '../../command-line/completion.ts'
import { withoutProgram } from '../../command-line/invocation.ts'
import type { Key } from '../keyboard/keys.ts'
import { EMPTY_LINE, edited, lineOf } from '../keyboard/line-editor.ts'
import { BROWSE, type ConsoleState, type Mode, type ModeOf, pickable } from '../state/state.ts'

/* Keys while text is typed: a filter, a command, an answer, a choice. */

type Change = Partial<ConsoleState>

/**
 * The list follows the filter while it is typed. The arrows choose among what was found on the server. Escape restores the
 * earlier filter.
 */
export function pressInFilter(
  mode: ModeOf<'filter'>,
  key: Key,
  state: Pick<ConsoleState, 'scenarios' | 'found'>,
): Change {
  const back: Mode = mode.of === 'games' ? BROWSE : { name: 'scenarios' }
  const filtered = (filter: string): Change =>
    mode.of === 'games' ? { filter } : { scenarios: { ...state.scenarios, filter, at: 0 } }
  if (key.name === 'enter') return { mode: back }
  if (key.name === 'escape' || key.name === 'interrupt') return { mode: back, ...filtered(mode.before) }
  const rows = mode.of === 'games' ? state.found.rows.length : 0
  if (rows > 0 && (key.name === 'down' || key.name === 'tab'))
    return { mode: { ...mode, at: Math.min(rows - 1, (mode.at ?? -1) + 1) } }
  if (key.name === 'up')
    return { mode: { ...mode, at: mode.at === null || mode.at === 0 ? null : mode.at - 1 } }
  const line = edited(mode.line, key)
  return line ? { mode: { ...mode, line, at: null }, ...filtered(line.text) } : {}
}

export function pressInAsk(mode: ModeOf<'ask' | 'pick'>, key: Key): Change {
  if (key.name === 'escape' || key.name === 'interrupt') return { mode: mode.back ?? BROWSE }
  const line = edited(mode.line, key)
  return line ? { mode: { ...mode, line } } : {}
}

export function pressInPick(mode: ModeOf<'pick'>, key: Key): Change {
  const max = Math.max(0, pickable(mode).length - 1)
  if (key.name === 'up') return { mode: { ...mode, at: Math.max(0, mode.at - 1) } }
  if (key.name === 'down') return { mode: { ...mode, at: Math.min(max, mode.at + 1) } }
  return pressInAsk({ ...mode, at: 0 }, key)
}

/** Handles all keys of the command line except Enter: editing, history and completion. */
export function pressInCommand(
  mode: ModeOf<'command'>,
  key: Key,
  { history }: Pick<ConsoleState, 'history'>,
  program: Command,
  ids: KnownIds,
): Change {
  const isEmpty = mode.line.text === ''
  const leaves = key.name === 'escape' || key.name === 'interrupt'
  if (leaves || (isEmpty && (key.name === 'end-of-input' || key.name === 'backspace')))
    return { mode: mode.after ?? BROWSE }
  if (key.name === 'up' || key.name === 'down') {
    const back = Math.max(0, Math.min(history.length, mode.back + (key.name === 'up' ? 1 : -1)))
    const line = back === 0 ? EMPTY_LINE : lineOf(history[history.length - back] ?? '')
    return { mode: { ...mode, line, back, candidates: [] } }
  }
  if (key.name === 'tab') return { mode: completed(mode, program, ids) }
  const line = edited(mode.line, key)
  return line ? { mode: { ...mode, line, candidates: [], back: 0 } } : {}
}

/** Completes a single candidate entirely and several to their common prefix; shows the list if that adds nothing. */
function completed(mode: ModeOf<'command'>, program: Command, ids: KnownIds): Mode {
  const before = mode.line.text.slice(0, mode.line.cursor)
  const words = wordsOf(before)
  if (before === '' || /\s$/.test(before)) words.push('')
  const last = words.at(-1) ?? ''
  const candidates = completions(program, withoutProgram(words), ids)
  const common = commonBeginning(candidates.map(({ value }) => value))
  const ending = candidates.length === 1 && !common.endsWith('/') ? ' ' : ''
  const isLonger = common.length + ending.length > last.length
  // An id found by its name replaces the typed text, whatever its length.
  const isFoundByName = candidates.length === 1 && !common.startsWith(last)
  if (!isLonger && !isFoundByName) return { ...mode, candidates }
  if (candidates.length > 1 && !common.startsWith(last)) return { ...mode, candidates }
  const text = before.slice(0, before.length - last.length) + common + ending
  const rest = mode.line.text.slice(mode.line.cursor)
  return {
    ...mode,
    line: { text: text + rest, cursor: text.length },
    candidates: candidates.length > 1 ? candidates : [],
  }
}
