/**
 * Tells the console that runs this command how far it is. Elsewhere nobody listens, and nothing is said.
 * @param message what JSON can hold.
 */
export const tellParent = (message: object): void => void process.send?.(message)

/** A command that the console runs ends with it, even where the console was killed and could not say so. */
export function endWithParent(): void {
  if (!process.channel) return
  process.once('disconnect', () => process.exit(129))
  process.channel.unref()
}
