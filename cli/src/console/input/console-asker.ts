import { wordsOf } from '../../command-line/command-words.ts'
import { invocation } from '../../command-line/invocation.ts'
import type { Ask } from '../../safety/consent.ts'
import { EMPTY_LINE } from '../keyboard/line-editor.ts'
import { type ConsoleState, isTextMode, type Mode } from '../state/state.ts'
import type { Store } from '../store.ts'

/**
 * Shows the questions of commands that the console runs. A question waits while a line is being typed or another
 * question is open, so that keys already pressed do not answer it.
 */
export function consoleAsker(store: Store<ConsoleState>): Ask {
  const show = (mode: Mode) => store.set({ mode })
  return async ({ question, typed, command }) => {
    await untilFree(store)
    const { mode: before } = store.get()
    return new Promise((resolve) => {
      const answered = (answer: string) => {
        // If the answer opened the command line, it stays open.
        if (store.get().mode.name === 'browse') show(before)
        resolve(answer)
      }
      if (typed === null) {
        const onAnswer = (isYes: boolean) => answered(isYes ? 'y' : 'n')
        show({
          name: 'confirm',
          question,
          words: wordsOf(command),
          command: `${invocation()} ${command}`,
          onAnswer,
        })
      } else {
        show({
          name: 'ask',
          question: `${question} Type ${typed} to continue:`,
          line: EMPTY_LINE,
          onAnswer: answered,
          onLeave: () => answered(''),
        })
      }
    })
  }
}

function untilFree(store: Store<ConsoleState>): Promise<void> {
  const isFree = () => !isTextMode(store.get().mode) && store.get().mode.name !== 'confirm'
  if (isFree()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      if (!isFree()) return
      stop()
      resolve()
    })
  })
}
