import type { NotPutBack } from '@inkling/scenarios/runner/put-back'
import { CliError, EXIT } from '../cli-error.ts'
import { saveDated } from './saved-worlds.ts'

/** Saves the world of a server that could not be put back as it was. @returns what to say of it. */
export async function rescueWorld({ message, world, url }: NotPutBack): Promise<CliError> {
  const said = `${url} could not be put back as it was before the scenario (${message.replace(/\.$/, '')})`
  if (!world) return new CliError(EXIT.runtime, `${said}: look at its clock and faults.`)
  const { name } = await saveDated(`${JSON.stringify(world)}\n`, 'scenario')
  return new CliError(
    EXIT.runtime,
    `${said}. Its world is saved: put it back with \`inkling world restore ${name} --target ${url}\`, and look at its clock and faults.`,
  )
}
