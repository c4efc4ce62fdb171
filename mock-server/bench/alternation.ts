import { fork } from 'node:child_process'
import { on, once } from 'node:events'

/*
 * Processes that measure alternately. The speed of a machine with neighbours changes from second to second, and so it
 * changes for all of them alike.
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
  const children = argLists.map((args) => fork(script, args, { execArgv: [...execArgv] }))
  const waiting = children.map((child) => ({
    child,
    messages: on(child, 'message', { close: ['exit'] }) as NodeJS.AsyncIterator<[Message<R>]>,
  }))
  const next = async ({ messages }: (typeof waiting)[number]): Promise<Message<R>> => {
    const { done, value } = await messages.next()
    if (done) throw new Error('A measuring process ended without a result')
    return value[0]
  }
  const results: R[] = []
  try {
    while (waiting.some((_, at) => !(at in results))) {
      for (const [at, each] of waiting.entries()) {
        if (at in results) continue
        const message = await next(each)
        if (typeof message === 'object') {
          results[at] = message.result
          continue
        }
        each.child.send('go')
        await next(each)
      }
    }
    return results
  } finally {
    for (const child of children) child.kill()
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
