import { type ChildProcess, fork } from 'node:child_process'
import type { Slice } from '@inkling/scenarios/load/figures/slice'
import type { LoadPlan } from '@inkling/scenarios/load/file/plan'
import type { Generated } from '@inkling/scenarios/load/generator/generator'
import type { LoadPart } from '@inkling/scenarios/load/generator/part'
import { PreparationError } from '@inkling/scenarios/load/generator/prepare'
import type { StopReason } from '@inkling/scenarios/load/generator/stop-reason'
import { BINARY } from '../../places.ts'

/** Messages to a generating process. */
export type PartOrder =
  | {
      readonly type: 'prepare'
      readonly plan: LoadPlan
      readonly url: string
      readonly at: number
      readonly of: number
    }
  | { readonly type: 'run' }
  | { readonly type: 'stop'; readonly reason: StopReason }
  | { readonly type: 'clock-moved' }

/** Messages from a generating process. */
export type PartNews =
  | { readonly type: 'progress'; readonly done: number; readonly of: number }
  | { readonly type: 'prepared'; readonly calls: number }
  | { readonly type: 'slice'; readonly slice: Slice; readonly games: readonly string[] }
  | { readonly type: 'generated'; readonly generated: Generated }
  | { readonly type: 'failed'; readonly message: string }

/**
 * Runs one part of a load in a separate process, so that the display, checks and totals of this process do not delay
 * its calls.
 */
export function partInProcess(plan: LoadPlan, url: string, at: number, of: number): LoadPart {
  const child = fork(BINARY, ['load', 'part'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  // The child may have ended, which its exit reports.
  const send = (order: PartOrder) => void (child.connected && child.send(order, () => {}))
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) =>
      reject(new PreparationError(`a load generator process exited early (${signal ?? `code ${code}`}).`)),
    )
  })
  ended.catch(() => undefined)
  return {
    prepare(onProgress) {
      const prepared = until(child, (news, resolve: (calls: number) => void) => {
        if (news.type === 'progress') onProgress(news.done, news.of)
        if (news.type === 'prepared') resolve(news.calls)
      })
      send({ type: 'prepare', plan, url, at, of })
      return Promise.race([prepared, ended])
    },
    run(onSlice) {
      const generated = until(child, (news, resolve: (result: Generated) => void) => {
        if (news.type === 'slice') onSlice(news.slice, news.games)
        if (news.type === 'generated') resolve(news.generated)
      })
      send({ type: 'run' })
      return Promise.race([generated, ended])
    },
    stop: (reason) => send({ type: 'stop', reason }),
    clockMoved: () => send({ type: 'clock-moved' }),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      // The process has nothing to save, and may be busy or not have started yet.
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Passes messages to the listener until it resolves. Rejects if the part fails. */
function until<T>(
  child: ChildProcess,
  listen: (news: PartNews, resolve: (value: T) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const done = (value: T) => {
      child.off('message', onMessage)
      resolve(value)
    }
    const onMessage = (message: unknown) => {
      const news = message as PartNews
      if (news.type === 'failed') reject(new PreparationError(news.message))
      else listen(news, done)
    }
    child.on('message', onMessage)
  })
}
