import * as z from 'zod/mini'
import { PRODUCT, VERSION } from '../constants.ts'
import { type Schema, withNames } from './body-types.ts'
import { type Auth, type Endpoint, isOfPlayer, neededKey } from './endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from './endpoints.ts'
import { ERROR_STATUS, type ErrorCode } from './error-codes.ts'
import examples from './examples.generated.json' with { type: 'json' }

/** A body that was sent, and the reply to it, of each call (package/build/api-page.ts). */
const EXAMPLES: { readonly [N in EndpointName]?: { readonly body?: unknown; readonly reply: unknown } } =
  examples

/** Generates the OpenAPI 3.1 document of the API from the table. `x-extension` marks calls that other servers may lack. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Schemas = { Error: errorSchema }
  for (const name of endpointNames) {
    const endpoint: Endpoint = endpoints[name]
    if (!endpoint.documented) continue
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${PRODUCT} API`, version: VERSION },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        player: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        admin: { type: 'apiKey', in: 'header', name: 'X-Admin-Key' },
        query: { type: 'apiKey', in: 'query', name: 'token' },
      },
      schemas,
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { enum: Object.keys(ERROR_STATUS) }, message: { type: 'string' } },
    },
  },
}

const SECURITY: Record<Auth, object[]> = {
  none: [],
  optional: [{}, { player: [] }],
  player: [{ player: [] }],
  moderator: [{ admin: [] }],
  admin: [{ admin: [] }],
  'admin-and-player': [{ admin: [], player: [] }],
  'query-token': [{ query: [] }],
}

function operation(
  name: EndpointName,
  { summary, auth, refusesSuspended, params, query, body, reply, errors, kind, extension }: Endpoint,
  schemas: Schemas,
): object {
  const example = EXAMPLES[name]
  return {
    operationId: name,
    summary,
    ...(extension && { 'x-extension': extension }),
    security: SECURITY[auth],
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && { requestBody: { required: true, content: json(body, 'input', schemas, example?.body) } }),
    responses: {
      [kind === 'socket' ? 101 : 200]: {
        description: summary,
        content: json(reply, 'output', schemas, example?.reply),
      },
      ...failures([
        'VALIDATION_FAILED',
        ...accessErrors({ auth, refusesSuspended }),
        ...errors,
        ...(body ? (['PAYLOAD_TOO_LARGE'] as const) : []),
        'RATE_LIMITED',
        'UNAVAILABLE',
        'INTERNAL',
      ]),
    },
  }
}

/** The errors that follow from who may call. */
export function accessErrors({
  auth,
  refusesSuspended,
}: Pick<Endpoint, 'auth' | 'refusesSuspended'>): ErrorCode[] {
  const player: ErrorCode[] = isOfPlayer(auth) ? ['AUTH_REQUIRED', 'AUTH_INVALID'] : []
  const refused: ErrorCode[] = neededKey(auth) !== null || refusesSuspended ? ['FORBIDDEN'] : []
  return [...player, ...refused]
}

function failures(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus: Record<string, object> = {}
  for (const status of new Set(codes.map((code) => ERROR_STATUS[code]))) {
    const names = codes.filter((code) => ERROR_STATUS[code] === status)
    byStatus[status] = {
      description: [...new Set(names)].join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return byStatus
}

/** The schemas of the document by name. */
type Schemas = Record<string, object>

/** Schemas with a name are added to `schemas`. */
function json(schema: Schema, io: 'input' | 'output', schemas: Schemas, example: unknown): object {
  const text = JSON.stringify(withNames(schema, io)).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $schema, $defs = {}, ...root } = JSON.parse(text)
  for (const [name, each] of Object.entries<object>($defs)) {
    // Otherwise what is sent would need a second name.
    if (name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(each))
      throw new Error(`${name} is sent and received in different forms.`)
    schemas[name] = each
  }
  return { 'application/json': { schema: root, ...(example !== undefined && { example }) } }
}

function parameters(place: 'path' | 'query', schema: Schema | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }))
}
