import type { world } from '@inkling/mock-server/contract/schemas/control'
import type * as z from 'zod'
import type { Scenario } from '../language.ts'
import type { ParsedScenario } from './parse.ts'

export type World = z.infer<typeof world>

/** A scenario with all files it includes. */
export interface LoadedScenario extends ParsedScenario {
  /** The bots of the file and of its includes. The file's own settings win. */
  readonly bots: NonNullable<Scenario['bots']>
  /** Included files by path, relative to the including file. */
  readonly includes: ReadonlyMap<string, LoadedScenario>
  /** Files next to the scenario that it uses as `${asset.NAME}`, in base64. */
  readonly assets: ReadonlyMap<string, string>
  /** The rows of the tables that `for-each` goes through, by the name in the file. */
  readonly tables: ReadonlyMap<string, readonly unknown[]>
  /** The world that the server starts with; null if it keeps its own. */
  readonly world: World | null
}
