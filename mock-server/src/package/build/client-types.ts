import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpointNames, endpoints } from '../../contract/endpoints.ts'

/*
 * Generates the type declarations of `inkling/client` from the table of endpoints. The types of the table itself depend
 * on Zod: publishing them would require every user of the package to install the same version of Zod.
 */

interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  $ref?: string
}

/** The source of `interface Client`, with one method for each endpoint. */
export function clientInterface(): string {
  const methods = endpointNames.map((name) => methodOf(name, endpoints[name]))
  return `/** The typed client: one method for each call. */\nexport interface Client {\n${methods.join('\n')}\n}\n`
}

function methodOf(name: string, { summary, method, path, params, query, body, reply }: Endpoint): string {
  const parts = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [{ part, type: typeOf(jsonSchema(schema, 'input')) }] : [],
  )
  const isOptional = parts.length === 0
  const input = `{ ${parts.map(({ part, type }) => `${part}: ${type}`).join('; ')} }`
  const argument = isOptional ? 'input?: Record<string, never>' : `input: ${input}`
  const result = typeOf(jsonSchema(reply, 'output'))
  return `  /** ${summary}: \`${method} ${path}\` */\n  ${name}(${argument}, options?: CallOptions): Promise<${result}>`
}

const jsonSchema = (schema: NonNullable<Endpoint['body']>, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    reused: 'inline',
  }) as JsonSchema

/** Converts a JSON Schema to a TypeScript type. Constraints that types cannot express, such as lengths, are dropped. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) throw new Error(`A recursive schema has no inline type: ${schema.$ref}`)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf ?? schema.oneOf) return union((schema.anyOf ?? schema.oneOf ?? []).map(typeOf))
  if (schema.allOf) return schema.allOf.map((each) => `(${typeOf(each)})`).join(' & ')
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map(typeOf).join(', ')}]`
        : `(${typeOf(schema.items ?? {})})[]`
    case 'object':
      return objectOf(schema)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`There is no TypeScript type for the JSON Schema type '${schema.type}'`)
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const known = Object.entries(properties).map(
    ([name, each]) =>
      `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(each)}`,
  )
  if (known.length > 0) return `{ ${known.join('; ')} }`
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}

const union = (types: string[]): string => [...new Set(types)].join(' | ')
