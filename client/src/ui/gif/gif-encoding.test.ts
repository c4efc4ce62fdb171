import { expect, test, vi } from 'vitest'
import { GifEncoding } from './gif-encoding.ts'
import type { GifRequest } from './gif-worker.ts'

/** A worker that the test answers for. */
class ManualWorker extends EventTarget {
  readonly requests: GifRequest['kind'][] = []
  readonly postMessage = (request: GifRequest) => void this.requests.push(request.kind)
  readonly terminate = vi.fn()
  answer(data: Uint8Array | null): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

function begin() {
  const worker = new ManualWorker()
  const stop = new AbortController()
  return { worker, stop, gif: new GifEncoding(worker as unknown as Worker, stop.signal) }
}

const PIXELS = new Int32Array(4)

test('each call waits for its answer, and the last one ends the worker', async () => {
  const { worker, gif } = begin()
  const steps = [() => gif.start(2, 2, [PIXELS]), () => gif.add(PIXELS, 90)]
  for (const step of steps) {
    const done = vi.fn()
    const running = step().then(done)
    await Promise.resolve()
    expect(done).not.toHaveBeenCalled()
    worker.answer(null)
    await running
  }
  const finished = gif.finish()
  worker.answer(new Uint8Array([71, 73, 70]))
  expect([...(await finished)]).toEqual([71, 73, 70])
  expect(worker.requests).toEqual(['start', 'frame', 'finish'])
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('cancelling stops the worker in the middle of a frame, and nothing more is sent', async () => {
  const { worker, stop, gif } = begin()
  const frame = gif.add(PIXELS, 90)
  stop.abort()
  await expect(frame).rejects.toThrow('aborted')
  expect(worker.terminate).toHaveBeenCalled()
  await expect(gif.add(PIXELS, 90)).rejects.toThrow('aborted')
  expect(worker.requests).toEqual(['frame'])
})

test('an error in the worker ends the encoding', async () => {
  const { worker, gif } = begin()
  const started = gif.start(2, 2, [PIXELS])
  worker.dispatchEvent(new ErrorEvent('error', { message: 'no memory' }))
  await expect(started).rejects.toThrow('The GIF could not be encoded: no memory')
  expect(worker.terminate).toHaveBeenCalled()
})
