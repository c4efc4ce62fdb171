/**
 * Reports progress to the console that runs this command. Does nothing without a parent process.
 * @param message serializable as JSON.
 */
export const reportToParent = (message: object): void => void process.send?.(message)

/** How often a command that npx runs looks whether npx has ended. */
const LOOK_MS = 500

/**
 * Ends a command run by the console as soon as the console ends, even if it was killed. Stops one run by npx when npx is
 * stopped: the shell between them does not pass on the signal.
 */
export function endWithParent(): void {
  if (process.channel) {
    process.once('disconnect', () => process.exit(129))
    process.channel.unref()
  } else if (/^['"]?inkling\b/.test(process.env.npm_lifecycle_script ?? '')) {
    // Not for what this command starts: a server that it restarts in the background outlives its shell.
    delete process.env.npm_lifecycle_script
    const shell = process.ppid
    const timer = setInterval(() => {
      if (process.ppid === shell) return
      clearInterval(timer)
      process.kill(process.pid, 'SIGTERM')
    }, LOOK_MS)
    timer.unref()
  }
}
