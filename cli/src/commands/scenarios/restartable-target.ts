import { exec } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { clientOf } from '@inkling/mock-server/contract/client/client'
import type { Target } from '@inkling/scenarios/runner/targets/target'
import { CliError, EXIT } from '../../cli-error.ts'

const run = promisify(exec)
const READY_MS = 60_000
const POLL_MS = 100

/** A target that a command of the shell restarts. Its clock, if it can be set, goes on from where it stood. */
export async function restartable(target: Target, command: string | undefined): Promise<Target> {
  if (command === undefined) return target
  return {
    ...target,
    async restart(secrets) {
      if (secrets !== 'keep') throw new Error('A command that restarts a server does not change its secrets')
      const admin = target.controls ? clientOf(target) : null
      const before = await admin?.getClock()
      await run(command).catch((error: Error) => {
        throw new CliError(EXIT.runtime, `--restart-command failed: ${error.message.trim()}`)
      })
      await ready(target)
      if (!before || before.mode === 'system') return
      await admin?.changeClock({ body: { freeze: true } })
      await admin?.changeClock({ body: { set: before.now } })
      if (before.mode === 'shifted') await admin?.changeClock({ body: { resume: true } })
    },
  }
}

/** Resolves when the server answers calls. @throws {CliError} if it does not in a minute. */
async function ready({ baseUrl, fetch }: Target): Promise<void> {
  const until = performance.now() + READY_MS
  for (;;) {
    const isReady = await fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() > until)
      throw new CliError(EXIT.runtime, `${baseUrl} does not answer a minute after --restart-command`)
    await setTimeout(POLL_MS)
  }
}
