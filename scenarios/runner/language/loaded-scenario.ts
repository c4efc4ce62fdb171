import type { Scenario } from './language.ts'
import type { ParsedScenario } from './parse.ts'

/** A scenario with all files it includes. */
export interface LoadedScenario extends ParsedScenario {
  /** The bots of the file and of its includes. The file's own settings win. */
  readonly bots: NonNullable<Scenario['bots']>
  /** Included files by path, relative to the including file. */
  readonly includes: ReadonlyMap<string, LoadedScenario>
  /** Files next to the scenario that it uses as `${asset.NAME}`, in base64. */
  readonly assets: ReadonlyMap<string, string>
}
