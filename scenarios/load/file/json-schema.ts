import * as z from 'zod'
import { loadShape } from './shape.ts'

/** The JSON Schema of load files, for editors and other tools. */
export function loadJsonSchema(): object {
  return {
    $id: 'inkling-load.schema.json',
    title: 'Inkling load',
    ...z.toJSONSchema(loadShape, { io: 'input', reused: 'inline', cycles: 'ref', unrepresentable: 'any' }),
  }
}
