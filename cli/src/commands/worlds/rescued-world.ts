import { textOfWorld } from '@inkling/mock-server/contract/world-lines'
import type { RestoreFailedError } from '@inkling/scenarios/runner/server-state'
import { CliError, EXIT } from '../../cli-error.ts'
import { saveDated } from './saved-worlds.ts'

/** Saves the earlier world of a server that could not be restored. @returns the error to show. */
export async function rescueWorld(
  { message, world, url }: RestoreFailedError,
  run: 'scenario' | 'simulation' | 'conformance' | 'exploration' | 'check' = 'scenario',
): Promise<CliError> {
  const problem = `${url} could not be restored to its state before the ${run} (${message.replace(/\.$/, '')})`
  if (!world) return new CliError(EXIT.runtime, `${problem}: check its clock and faults.`)
  const { name } = await saveDated(() => textOfWorld(world), 'scenario')
  return new CliError(
    EXIT.runtime,
    `${problem}. Its earlier world is saved: restore it with \`inkling world restore ${name} --target ${url}\`, and check its clock and faults.`,
  )
}
