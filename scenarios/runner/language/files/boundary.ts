import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/** The folder that the includes and assets of a scenario may not leave. */
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
    if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) throw new OutsideError(folder)
    return real
  }
}

/** A file outside of a scenario's repository. */
export class OutsideError extends Error {
  override name = 'OutsideError'

  constructor(folder: string) {
    super(`leads out of ${folder}: move the file into it`)
  }
}

function repositoryOf(folder: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (existsSync(join(at, '.git'))) return at
  return folder
}
