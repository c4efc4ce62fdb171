/** A bot cannot do what it was asked to do. The message says why. */
export class BotError extends Error {
  override name = 'BotError'
}
