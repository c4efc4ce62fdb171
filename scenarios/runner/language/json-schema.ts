import * as z from 'zod'
import { scenario } from './language.ts'

/** The JSON Schema of scenario files, for editors and other tools. */
export function scenarioJsonSchema(): object {
  return {
    $id: 'inkling-scenario.schema.json',
    title: 'Inkling scenario',
    ...z.toJSONSchema(scenario, { io: 'input', reused: 'inline', cycles: 'ref', unrepresentable: 'any' }),
  }
}
