/** A queue of messages, and of receivers that wait for the next message. */
export class Mailbox<T> {
  readonly #messages: T[] = []
  readonly #waiting: ((message: T) => void)[] = []

  put(message: T): void {
    const receive = this.#waiting.shift()
    if (receive) receive(message)
    else this.#messages.push(message)
  }

  /** Takes the next message. Rejects with the signal's reason if the signal aborts first. */
  take(signal: AbortSignal): Promise<T> {
    const [message] = this.#messages.splice(0, 1)
    if (message !== undefined) return Promise.resolve(message)
    return new Promise((resolve, reject) => {
      const receive = (message: T) => {
        signal.removeEventListener('abort', onAbort)
        resolve(message)
      }
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(receive), 1)
        reject(signal.reason)
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(receive)
    })
  }
}
