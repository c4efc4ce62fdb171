/**
 * Reports progress to the console that runs this command. Does nothing without a parent process.
 * @param message serializable as JSON.
 */
export const reportToParent = (message: object): void => void process.send?.(message)

/** Ends a command run by the console as soon as the console ends, even if it was killed. */
export function endWithParent(): void {
  if (!process.channel) return
  process.once('disconnect', () => process.exit(129))
  process.channel.unref()
}
