/** A bot cannot do what it was asked to do; the message says why. */
export class BotError extends Error {
  override name = 'BotError'
}
