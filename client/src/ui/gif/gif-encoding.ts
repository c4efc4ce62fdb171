import type { GifRequest } from './gif-worker.ts'

type Answer = Uint8Array<ArrayBuffer> | null

/** A GIF that is encoded in a worker. Every method waits until the worker has done its part; call one at a time. */
export class GifEncoding {
  readonly #worker: Worker
  readonly #signal: AbortSignal

  /** @param signal stops the worker and makes the pending call throw */
  constructor(worker: Worker, signal: AbortSignal) {
    this.#worker = worker
    this.#signal = signal
    signal.addEventListener('abort', () => worker.terminate())
  }

  /** @param samples pixels (each 0xAABBGGRR) from which the colours are chosen */
  async start(width: number, height: number, samples: Int32Array[]): Promise<void> {
    await this.#ask({ kind: 'start', width, height, samples })
  }

  /** @param pixels of the whole picture, each 0xAABBGGRR; @param ms the frame's duration */
  async add(pixels: Int32Array, ms: number): Promise<void> {
    await this.#ask({ kind: 'frame', pixels, ms })
  }

  /** Returns the file, and ends the worker. */
  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#ask({ kind: 'finish' })
    this.#worker.terminate()
    if (!bytes) throw new Error('The worker has returned no GIF')
    return bytes
  }

  #ask(request: GifRequest): Promise<Answer> {
    this.#signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const listening = new AbortController()
      const settle = (end: () => void) => {
        listening.abort()
        end()
      }
      const { signal } = listening
      this.#worker.addEventListener('message', ({ data }) => settle(() => resolve(data)), { signal })
      this.#worker.addEventListener(
        'error',
        ({ message }) => {
          this.#worker.terminate()
          settle(() => reject(new Error(`The GIF could not be encoded: ${message}`)))
        },
        { signal },
      )
      this.#signal.addEventListener('abort', () => settle(() => reject(this.#signal.reason)), { signal })
      this.#worker.postMessage(request)
    })
  }
}
