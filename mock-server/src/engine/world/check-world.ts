import type { Codecs } from '../../core/picture/codecs.ts'
import { readWorld, type WorldSource } from './read-world.ts'
import type { WorldCollection } from './world.ts'
import { WorldError } from './world-error.ts'
import { WorldRules } from './world-rules.ts'

export interface CheckedWorld {
  /** How many documents each collection has. */
  readonly documents: { readonly [C in WorldCollection]?: number }
  readonly drawings: number
  /** What is wrong, and where; empty for a sound world. */
  readonly problems: readonly string[]
}

/**
 * Reads a world as a restore does, and checks every document, the hash of every drawing, references, and the rules of the
 * game. Only ids stay in memory.
 */
export async function checkWorld(source: WorldSource, codecs: Codecs): Promise<CheckedWorld> {
  const documents: { [C in WorldCollection]?: number } = {}
  let drawings = 0
  const rules = new WorldRules()
  const broken: string[] = []
  try {
    for await (const part of readWorld(source, codecs)) {
      if (part.kind === 'drawing') drawings++
      if (part.kind !== 'document') continue
      documents[part.collection] = (documents[part.collection] ?? 0) + 1
      rules.add(part.collection, part.document)
    }
    rules.end()
  } catch (error) {
    // Nothing after it can be read.
    if (!(error instanceof WorldError)) throw error
    broken.push(error.message)
  }
  return { documents, drawings, problems: [...rules.problems, ...broken] }
}
