import { commandLine, wordsOf } from '../../command-line/command-words.ts'
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
  /** Whether to ask first, because nobody does it by mistake. */
  readonly isAsked?: boolean
  readonly open?: () => void
}

export const ASKED = { isAsked: true }

/** @param command its words; a text without ids of a server is split at its spaces. */
export const entry = (
  label: string,
  command: string | readonly string[],
  more: Omit<MenuEntry, 'label' | 'words'> = {},
): MenuEntry => ({ label, words: typeof command === 'string' ? command.split(' ') : command, ...more })

export interface MenuActions {
  readonly show: (mode: Mode) => void
  readonly run: (line: string) => void
  /** Asks, unless the command asks itself, and runs it. */
  readonly runAsked: (words: readonly string[]) => void
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

function choose({ words, ask, isAsked, open }: MenuEntry, { show, run, runAsked }: MenuActions): void {
  const go = (all: readonly string[]) => (isAsked ? runAsked(all) : run(commandLine(all)))
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
