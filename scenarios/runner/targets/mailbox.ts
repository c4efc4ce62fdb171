/** A queue of messages, and of takers that wait for messages. */
export class Mailbox<T> {
  readonly #messages: T[] = []
  readonly #asking: ((message: T) => void)[] = []

  put(message: T): void {
    const ask = this.#asking.shift()
    if (ask) ask(message)
    else this.#messages.push(message)
  }

  /** Takes the next message. Rejects with the signal's reason if the signal aborts first. */
  take(signal: AbortSignal): Promise<T> {
    const [message] = this.#messages.splice(0, 1)
    if (message !== undefined) return Promise.resolve(message)
    return new Promise((resolve, reject) => {
      const ask = (late: T) => {
        signal.removeEventListener('abort', giveUp)
        resolve(late)
      }
      const giveUp = () => {
        this.#asking.splice(this.#asking.indexOf(ask), 1)
        reject(signal.reason)
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', giveUp, { once: true })
      this.#asking.push(ask)
    })
  }
}
