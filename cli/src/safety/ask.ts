import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { CliError, EXIT } from '../cli-error.ts'
import type { Settings } from '../settings/settings.ts'
import { cleanedData } from '../terminal-text.ts'

interface Question {
  readonly question: string
  /** The text that must be typed; null if a yes is enough. */
  readonly typed: string | null
  /** The command that asks, without secrets. */
  readonly command: string
}

/** Asks a person and returns the answer. */
export type Ask = (question: Question) => Promise<string>

/** Set for commands run by the console: they ask through it. */
export const ASKS_PARENT = 'INKLING_ASKS_PARENT'

/** How to ask: through the console that runs this command, or at this terminal. Null if neither is possible. */
export function askerOf({ interactive }: Pick<Settings, 'interactive'>): Ask | null {
  const isAskedThere = process.send && process.env[ASKS_PARENT] === '1'
  if (!isAskedThere && !interactive) return null
  const ask = isAskedThere ? askParent : askHere
  return (question) => ask(cleanedData(question))
}

async function askHere({ question, typed }: Question): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const interrupted = new AbortController()
  lines.once('SIGINT', () => interrupted.abort())
  try {
    const how = typed === null ? '[y/N] ' : `Type ${typed} to continue: `
    // Without this promise, the process would end silently at the end of the input.
    const ended = once(lines, 'close').then(() => '')
    return await Promise.race([lines.question(`${question} ${how}`, { signal: interrupted.signal }), ended])
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    process.stderr.write('\n')
    throw new CliError(EXIT.interrupted, 'nothing was done.')
  } finally {
    lines.close()
  }
}

/** A question sent to the console. */
export interface AskMessage extends Question {
  readonly type: 'ask'
}
export interface AnswerMessage {
  readonly type: 'answer'
  readonly answer: string
}

function askParent(question: Question): Promise<string> {
  return new Promise((resolve) => {
    const { channel } = process
    // Keep this process alive until the answer arrives.
    channel?.ref()
    process.once('message', ({ answer }: AnswerMessage) => {
      channel?.unref()
      resolve(answer)
    })
    process.send?.({ type: 'ask', ...question } satisfies AskMessage)
  })
}
