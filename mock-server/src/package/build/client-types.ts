import { type Schema, withNames } from '../../core/contract/table/body-types.ts'
import type { Endpoint } from '../../core/contract/table/endpoint.ts'
import { endpointNames, endpoints } from '../../core/contract/table/endpoints.ts'

/*
 * Generates the type declarations of `inkling/client` from the table of endpoints. The types of the table itself depend
 * on Zod: publishing them would require every user of the package to install the same version of Zod.
 */

export interface JsonSchema {
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
  $defs?: Record<string, JsonSchema>
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** The declarations of the types of all bodies, and of `interface Client` with one method for each endpoint. */
export function clientInterface(): string {
  const types = new Map<string, string>()
  const typeIn = (schema: Schema, io: 'input' | 'output') => typeOf(described(schema, io, types))
  const methods = endpointNames
    .filter((name) => endpoints[name].kind !== 'events')
    .map((name) => methodOf(name, endpoints[name], typeIn))
  const declared = [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return `${declared.join('\n')}

/** The typed client: one method for each call. */
export interface Client {
${methods.join('\n')}
}
`
}

function methodOf(
  name: string,
  { summary, kind, method, path, params, query, body, reply }: Endpoint,
  typeIn: (schema: Schema, io: 'input' | 'output') => string,
): string {
  // The token of a socket, its only query parameter, is that of the client.
  const sent = Object.entries({ params, body, ...(kind === 'call' && { query }) })
  // A query whose fields are all optional is optional too.
  const isOptional = (part: string, schema: Schema) => part === 'query' && schema.safeParse({}).success
  const parts = sent.flatMap(([part, schema]) =>
    schema ? `${part}${isOptional(part, schema) ? '?' : ''}: ${typeIn(schema, 'input')}` : [],
  )
  const isNeeded = sent.some(([part, schema]) => schema && !isOptional(part, schema))
  const input =
    parts.length === 0
      ? 'input?: Record<string, never>'
      : `input${isNeeded ? '' : '?'}: { ${parts.join('; ')} }`
  const type = typeIn(reply, 'output')
  const result = kind === 'socket' ? `AsyncGenerator<${type}, void>` : type
  const call = `${summary}: \`${method} ${path}\``
  return `  /** ${kind === 'socket' ? `${call}.\n${STREAM}` : call} */
  ${name}(${input}, options?: CallOptions): Promise<${result}>`
}

const STREAM = `   * Resolves when the socket is open. Iterating waits for the next message; leaving the loop, or aborting the signal,
   * closes the socket. Throws an ApiError: AUTH_INVALID or FORBIDDEN if the server refuses the player, NETWORK_ERROR if
   * the connection fails or breaks. Needs a global WebSocket: a browser, or Node 22 or newer.`

/** The JSON Schema of a schema. Named schemas within it are references; their declarations are added to `types`. */
export function described(schema: Schema, io: 'input' | 'output', types: Map<string, string>): JsonSchema {
  const { $defs = {}, ...root } = withNames(schema, io) as JsonSchema
  for (const [name, each] of Object.entries($defs)) declare(name, each, types)
  return root
}

function declare(name: string, schema: JsonSchema, types: Map<string, string>): void {
  const type = typeOf(schema)
  const text = type.startsWith('{') ? `export interface ${name} ${type}` : `export type ${name} = ${type}`
  // Otherwise, such as for a field with a default value, what is sent would need a second type.
  if ((types.get(name) ?? text) !== text) throw new Error(`${name} is sent and received in different forms.`)
  types.set(name, text)
}

/** Converts a JSON Schema to a TypeScript type. Constraints that types cannot express, such as lengths, are dropped. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/$defs/', '')
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
  if (known.length > 0) {
    const others = typeof additionalProperties === 'object' ? ['[field: string]: unknown'] : []
    return `{ ${[...known, ...others].join('; ')} }`
  }
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}

const union = (types: string[]): string => [...new Set(types)].join(' | ')
