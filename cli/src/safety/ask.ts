import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { CliError, EXIT } from '../cli-error.ts'
import type { Settings } from '../settings/settings.ts'

interface Question {
  readonly question: string
  /** What has to be typed; null where a yes is enough. */
  readonly typed: string | null
  /** The command that asks, without secrets. */
  readonly command: string
}

/** Asks a person. @returns what they answered. */
export type Ask = (question: Question) => Promise<string>

/** Set for the commands that the console runs: they ask through it. */
export const ASKS_PARENT = 'INKLING_ASKS_PARENT'

/** Who can be asked: the console that runs this command, a person at this terminal, or nobody. */
export function askerOf({ interactive }: Pick<Settings, 'interactive'>): Ask | null {
  if (process.send && process.env[ASKS_PARENT] === '1') return askParent
  return interactive ? askHere : null
}

async function askHere({ question, typed }: Question): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const interrupted = new AbortController()
  lines.once('SIGINT', () => interrupted.abort())
  try {
    const how = typed === null ? '[y/N] ' : `Type ${typed} to go on: `
    // Without the second promise, the end of the input would end the process without a word.
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

/** A question that goes to the console, and the answer that comes back. */
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
    // Otherwise nothing would keep this process alive while it waits.
    channel?.ref()
    process.once('message', ({ answer }: AnswerMessage) => {
      channel?.unref()
      resolve(answer)
    })
    process.send?.({ type: 'ask', ...question } satisfies AskMessage)
  })
}
