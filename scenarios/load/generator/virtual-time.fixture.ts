import { setImmediate } from 'node:timers/promises'
import type { Wire } from '../players/wire.ts'
import type { LoadTime } from './time.ts'

/** Virtual time that jumps to the next event as soon as every call is answered, so hours of a load take an instant. */
export class VirtualTime implements LoadTime {
  #now = 0
  #next: { at: number; wake: () => void } | null = null
  #underway = 0

  now(): number {
    return this.#now
  }

  wakeAt(at: number, wake: () => void): void {
    this.#next = { at, wake }
  }

  stop(): void {
    this.#next = null
  }

  /** Wraps a wire so that time does not advance while its calls are pending. */
  watch(wire: Wire): Wire {
    return {
      send: (call, onReply) => {
        this.#underway++
        wire.send(call, (reply) => {
          this.#underway--
          onReply(reply)
        })
      },
      close: () => wire.close(),
    }
  }

  /** A wire to a simulated server that responds to each call after `afterMs` of virtual time. */
  slowWire(answer: (path: string) => { status: number; text: string; afterMs: number }): Wire {
    return {
      send: ({ path }, onReply) => {
        const { status, text, afterMs } = answer(path)
        this.#later.push({ at: this.#now + afterMs, run: () => onReply({ status, text, code: '' }) })
      },
      async close() {},
    }
  }

  readonly #later: { at: number; run: () => void }[] = []

  /** Advances time until `work` settles. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const finish = () => {
      isDone = true
    }
    void work.then(finish, finish)
    while (!isDone) {
      await setImmediate()
      if (isDone || this.#underway > 0) continue
      this.#later.sort((a, b) => a.at - b.at)
      const [answer] = this.#later
      const next = this.#next
      if (answer && (!next || answer.at <= next.at)) {
        this.#later.shift()
        this.#now = Math.max(this.#now, answer.at)
        answer.run()
      } else if (next) {
        this.#next = null
        this.#now = Math.max(this.#now, next.at)
        next.wake()
      }
    }
    return work
  }
}

/** A wire to a server in this process. */
export function wireInProcess(fetch: typeof globalThis.fetch): Wire {
  return {
    send({ method, path, token, body }, onReply) {
      const headers: Record<string, string> = { accept: 'application/json' }
      if (token !== null) headers.authorization = `Bearer ${token}`
      if (body !== undefined) headers['content-type'] = 'application/json'
      const request = { method, headers, ...(body !== undefined && { body: String(body) }) }
      void fetch(`http://inkling.test${path}`, request)
        .then(async (response) => ({ status: response.status, text: await response.text(), code: '' }))
        .catch((error: Error) => ({ status: 0, text: '', code: error.name }))
        .then(onReply)
    },
    async close() {},
  }
}
