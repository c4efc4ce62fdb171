/** Thrown when a bot cannot perform an action. The message says why. */
export class BotError extends Error {
  override name = 'BotError'
}
