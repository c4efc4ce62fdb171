import type * as z from 'zod/mini'
import { BROKEN_PICTURE } from '../../core/picture/broken-picture.ts'
import { nodeCodecs } from '../../server/platform/node-codecs.ts'
import { storedSchemas, type World } from './world.ts'

/** The instant of all times of {@link completeWorld}. */
const COMPLETE_WORLD_AT = '2026-03-07T17:00:00.000Z'

const DRAWING = nodeCodecs.sha256(nodeCodecs.fromBase64(BROKEN_PICTURE) ?? new Uint8Array())

/** A text field has the first that its schema accepts. So all ids are the same, and every reference finds its document. */
const TEXTS = ['UTC', 'OWLS42', 'MOVE2345', COMPLETE_WORLD_AT, '2026-03-07', DRAWING]

/** The values of enumerations whose first value does not fit the rest. */
const VALUES: readonly unknown[] = ['playing']

interface Definition {
  readonly type: string
  readonly shape: Readonly<Record<string, z.ZodMiniType>>
  readonly innerType: z.ZodMiniType
  readonly element: z.ZodMiniType
  readonly options: readonly z.ZodMiniType[]
  readonly entries: Readonly<Record<string, unknown>>
  readonly values: readonly unknown[]
}

/**
 * A world with a document of every collection, in which every field of the schemas is set. It is made from the schemas, so
 * that it also has the fields that are added later.
 */
export function completeWorld(seed: string): World {
  const documents = Object.entries(storedSchemas).map(([name, schema]) => [name, valuesOf(schema)])
  return {
    format: 'inkling-world',
    version: 1,
    seed,
    ...Object.fromEntries(documents),
    blobs: { [DRAWING]: BROKEN_PICTURE },
  }
}

/** Values that a schema accepts: one of each option of a union, otherwise one. */
function valuesOf(schema: z.ZodMiniType): unknown[] {
  const definition = schema._zod.def as unknown as Definition
  switch (definition.type) {
    case 'object': {
      const fields = Object.entries(definition.shape)
      return [Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field)[0]]))]
    }
    case 'array':
      return [valuesOf(definition.element)]
    case 'union':
      return definition.options.flatMap(valuesOf)
    case 'optional':
    case 'nullable':
      return valuesOf(definition.innerType)
    case 'enum': {
      const all = Object.values(definition.entries)
      return [all.find((value) => VALUES.includes(value)) ?? all[0]]
    }
    case 'literal':
      return [definition.values[0]]
    case 'string':
      return [TEXTS.find((text) => schema.safeParse(text).success)]
    case 'number':
      return [1]
    case 'boolean':
      return [true]
    default:
      throw new Error(`There is no value for a field of the type ${definition.type}`)
  }
}
