import { fork } from 'node:child_process'
import { once } from 'node:events'
import { messagesOf } from './child-messages.ts'

/*
 * Processes that measure alternately. The speed of a shared machine changes from second to second, and so it changes for
 * all of them alike.
 */

/** What a measuring process sends: that it waits for its turn, that its turn is over, or its result. */
type Message<R> = 'ready' | 'done' | { readonly result: R }

/**
 * Forks a process for each list of arguments, and lets their {@link inTurn} work run one at a time, in this order.
 * @param script a script that ends with {@link report}.
 * @returns the result of each process.
 * @throws if one ends without a result.
 */
export async function alternate<R>(
  script: string,
  argLists: readonly (readonly string[])[],
  execArgv: readonly string[],
): Promise<R[]> {
  const children = argLists.map((args) => {
    const child = fork(script, args, { execArgv: [...execArgv] })
    return { child, next: messagesOf<Message<R>>(child) }
  })
  const results = new Map<number, R>()
  try {
    while (results.size < children.length) {
      for (const [at, { child, next }] of children.entries()) {
        if (results.has(at)) continue
        const message = await next()
        if (typeof message === 'object') {
          results.set(at, message.result)
        } else {
          child.send('go')
          await next()
        }
      }
    }
    return argLists.map((_, at) => results.get(at) as R)
  } finally {
    for (const { child } of children) child.kill()
  }
}

/** Runs `work` when it is the turn of this process. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = once(process, 'message')
  process.send?.('ready')
  await turn
  try {
    return await work()
  } finally {
    process.send?.('done')
  }
}

/** Ends the measurement of this process. */
export async function report<R>(result: R): Promise<void> {
  await new Promise((resolve) => process.send?.({ result }, resolve))
  process.disconnect()
}
