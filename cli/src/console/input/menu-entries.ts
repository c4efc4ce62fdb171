import { commandLine, wordsOf } from '../../command-line/command-words.ts'
import type { OperationName } from '../../safety/operations.ts'
import { EMPTY_LINE } from '../keyboard/line-editor.ts'
import { BROWSE, type Mode, type PickItem } from '../state/state.ts'

/** What Enter does with an entry of a menu: it asks for a text, asks whether to do it, opens something, or runs a command. */
export interface MenuEntry {
  readonly label: string
  readonly words: readonly string[]
  /** The text that the command needs. */
  readonly ask?: {
    readonly question: string
    /** Goes before the text. Nothing is an answer too, and leaves it out. */
    readonly option?: string
    /** Whether the answer is several words of a command. */
    readonly isWords?: boolean
  }
  /** The operation to ask about first, because nobody does it by mistake. */
  readonly confirm?: OperationName
  readonly open?: () => void
}

export interface MenuActions {
  readonly show: (mode: Mode) => void
  /** Runs a command line. */
  readonly run: (line: string) => void
  /** Asks, unless the command asks itself, and runs it. */
  readonly runAsked: (name: OperationName, words: readonly string[]) => void
}

/** A menu of entries. Each shows its command. @param back where Esc leads. */
export function menuMode(
  title: string,
  entries: readonly MenuEntry[],
  actions: MenuActions,
  back: Mode = BROWSE,
): Mode {
  const items: PickItem[] = entries.map(({ label, words, ask }) => ({
    id: `${commandLine(words)}${ask ? ' …' : ''}`,
    label,
  }))
  const onAnswer = (id: string) => {
    const entry = entries[items.findIndex((item) => item.id === id)]
    if (entry) choose(entry, actions)
  }
  return { name: 'pick', title, isMenu: true, line: EMPTY_LINE, at: 0, items, onAnswer, back }
}

function choose({ words, ask, confirm, open }: MenuEntry, { show, run, runAsked }: MenuActions): void {
  const go = (all: readonly string[]) => (confirm ? runAsked(confirm, all) : run(commandLine(all)))
  if (open) open()
  else if (!ask) go(words)
  else
    show({
      name: 'ask',
      question: ask.question,
      line: EMPTY_LINE,
      ...(ask.option !== undefined && { mayBeEmpty: true }),
      onAnswer: (text) =>
        go([
          ...words,
          ...(text === '' || ask.option === undefined ? [] : [ask.option]),
          ...(text === '' ? [] : ask.isWords ? wordsOf(text) : [text]),
        ]),
    })
}
