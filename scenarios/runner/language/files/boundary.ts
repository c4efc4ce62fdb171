import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/** The folder that the includes of a scenario may not leave. */
export class Boundary {
  readonly #file: string

  /** @param file a scenario. The boundary is its repository, or its folder outside of one. */
  constructor(file: string) {
    this.#file = file
  }

  /**
   * The real path of a file, after links.
   * @throws {OutsideError}; {Error} of the file system for a missing file.
   */
  async inside(file: string): Promise<string> {
    const folder = repositoryOf(await realpath(dirname(this.#file)))
    const real = await realpath(file)
    const path = relative(folder, real)
    if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) throw leadsOut(folder)
    return real
  }
}

/**
 * The real path of a file whose content a scenario sends or stores: one in the folder of the scenario or below, and not a
 * hidden one, such as `.env`.
 * @param scenario the file that names it.
 * @throws {OutsideError}; {Error} of the file system for a missing file.
 */
export async function besideScenario(scenario: string, name: string): Promise<string> {
  check(name)
  const folder = await realpath(dirname(scenario))
  const real = await realpath(join(folder, name))
  check(relative(folder, real))
  return real
}

function check(path: string): void {
  const parts = path.split(/[/\\]/).filter((part) => part !== '.')
  if (isAbsolute(path) || parts.includes('..')) throw leadsOut("the scenario's folder")
  if (parts.some((part) => part.startsWith('.')))
    throw new OutsideError('is a hidden file, which scenarios may not read: rename it, or name another one')
}

/** A file that a scenario may not use. The message continues a sentence that begins with its name. */
export class OutsideError extends Error {
  override name = 'OutsideError'
}

const leadsOut = (folder: string): OutsideError =>
  new OutsideError(`leads out of ${folder}: move the file into it`)

function repositoryOf(folder: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (existsSync(join(at, '.git'))) return at
  return folder
}
