/**
 * Reports progress to the console that runs this command. Without a parent process, does nothing.
 * @param message serializable as JSON.
 */
export const reportToParent = (message: object): void => void process.send?.(message)

/** Ends a command that the console runs when the console ends, even if the console was killed. */
export function endWithParent(): void {
  if (!process.channel) return
  process.once('disconnect', () => process.exit(129))
  process.channel.unref()
}
