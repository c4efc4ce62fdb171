import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NotPutBack } from '@inkling/scenarios/runner/put-back'
import { CliError, EXIT } from '../cli-error.ts'
import { stateFolder } from '../state-folder.ts'

/** Saves the world of a server that could not be put back as it was. @returns what to say of it. */
export async function rescueWorld({ message, world }: NotPutBack, url: string): Promise<CliError> {
  const said = `${url} could not be put back as it was before the scenario (${message})`
  if (!world) return new CliError(EXIT.runtime, `${said}: look at its clock and faults.`)
  const folder = join(stateFolder(), 'worlds')
  const name = `before-scenario-${new Date().toISOString().replace(/[:.]/g, '-')}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(world)}\n`, { mode: 0o600 })
  return new CliError(
    EXIT.runtime,
    `${said}. Its world is saved: put it back with \`inkling world restore ${name} --target ${url}\`, and look at its clock and faults.`,
  )
}
