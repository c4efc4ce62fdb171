import * as z from 'zod/mini'
import type { Schema } from '../../core/contract/table/body-types.ts'
import type { Endpoint } from '../../core/contract/table/endpoint.ts'
import { type EndpointName, endpoints } from '../../core/contract/table/endpoints.ts'
import { accessErrors } from '../../core/contract/table/openapi.ts'
import { closeCodeOf } from '../../core/contract/table/socket-close.ts'
import { described, type JsonSchema, typeOf } from './client-types.ts'

/*
 * The tables of calls in `API.md`, and `API-REFERENCE.md`, which has their shapes, codes and limits from the table of endpoints, and
 * real examples, which the OpenAPI document has too.
 */

/** A call that succeeded. */
export interface Example {
  readonly path: string
  readonly body?: unknown
  readonly reply: unknown
}

/** The first example of each documented call, a line each, for the OpenAPI document. */
export function exampleLines(examples: ReadonlyMap<EndpointName, readonly Example[]>): string {
  const lines = [...examples].flatMap(([name, [first]]) => {
    const { body, reply } = first ?? {}
    return endpoints[name].documented ? `  ${JSON.stringify(name)}: ${JSON.stringify({ body, reply })}` : []
  })
  return `{\n${lines.sort().join(',\n')}\n}\n`
}

const CALLS = /<!-- calls: ([\w ]+) -->\n[\s\S]*?<!-- \/calls -->/g

/** The endpoints that a page describes, in its order. */
export const describedCalls = (page: string): EndpointName[] =>
  [...page.matchAll(CALLS)].flatMap(([, names = '']) => names.split(' ') as EndpointName[])

/** A line that begins or ends a generated part. */
const MARK = /^<!-- (\/)?calls\b(?:: (.*))? -->$/

/** @throws {Error} if a part is not closed, as the next text would be replaced too, or names an unknown call. */
function checkParts(page: string): void {
  let open: string | null = null
  for (const [index, line] of page.split('\n').entries()) {
    const [mark, isEnd, names] = MARK.exec(line) ?? []
    if (mark === undefined) continue
    const at = `API.md:${index + 1}`
    if (isEnd === undefined && open !== null) throw unclosed(open)
    if (isEnd !== undefined && open === null)
      throw new Error(`${at}: '${line}' closes nothing: remove it, or open the part before it.`)
    const unknown = (names?.split(' ') ?? []).filter((name) => !Object.hasOwn(endpoints, name))
    if (unknown.length > 0)
      throw new Error(
        `${at}: there is no call ${unknown.map((name) => `'${name}'`).join(', ')}: use the names of contract/table/calls.ts.`,
      )
    open = isEnd === undefined ? at : null
  }
  if (open !== null) throw unclosed(open)
}

const unclosed = (at: string): Error =>
  new Error(`${at}: this part is not closed: write the line '<!-- /calls -->' after it.`)

/**
 * The page with a table of calls in each part between `calls: name ...` and `/calls`.
 * @throws {Error} for a part that is not closed or names an unknown call.
 */
export function withTables(page: string): string {
  checkParts(page)
  return page.replace(CALLS, (_, names: string) => {
    const rows = (names.split(' ') as EndpointName[]).map((name) => {
      const { method, path, summary, auth }: Endpoint = endpoints[name]
      return `| [\`${method} ${path}\`](API-REFERENCE.md#${anchor(`${method} ${path}`)}) | ${summary} | ${CALLER[auth]} |`
    })
    const table = ['| call | what it does | for |', '| --- | --- | --- |', ...rows].join('\n')
    return `<!-- calls: ${names} -->\n\n${table}\n\n<!-- /calls -->`
  })
}

/** The anchor of a heading, as GitHub makes it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

const REFERENCE = `# Calls and types

Every call below the headings of [API.md](API.md), which has their rules, then the [types](#types). This page is generated from the contract
(\`src/core/contract/table/endpoints.ts\`), with examples of a real run:
\`npm run unit -- mock-server/src/package/build/api-page.test.ts -u\`. Not listed below: every call can also answer RATE_LIMITED, UNAVAILABLE or
INTERNAL, one with a path, query or body VALIDATION_FAILED, and one with a body PAYLOAD_TOO_LARGE.`

/** The page of all calls and types, in the order of the page with their rules. */
export function referencePage(page: string, examples: ReadonlyMap<EndpointName, readonly Example[]>): string {
  const types = new Map<string, string>()
  let heading = ''
  const sections: string[] = []
  for (const [, title, names] of page.matchAll(/^##+ (.+)$|^<!-- calls: ([\w ]+) -->$/gm)) {
    heading = title ?? heading
    if (names === undefined) continue
    const calls = names.split(' ') as EndpointName[]
    sections.push(
      `## ${heading}`,
      ...calls.map((name) => section(endpoints[name], examples.get(name) ?? [], types)),
    )
  }
  const declared = [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => withoutExport(text))
  return `${[REFERENCE, ...sections, '## Types', fenced('ts', declared.join('\n\n'))].join('\n\n')}\n`
}

const withoutExport = (declaration: string): string => declaration.replace(/^export /, '')

const CALLER: Record<Endpoint['auth'], string> = {
  none: 'anyone',
  optional: 'anyone, with more for a player',
  player: 'a player',
  moderator: 'a moderator or an admin',
  admin: 'an admin',
  'admin-and-player': 'an admin, with the token of a player',
  'query-token': 'a player, whose token is a query parameter',
}

function section(endpoint: Endpoint, examples: readonly Example[], types: Map<string, string>): string {
  const { method, path, summary, auth, params, query, body, reply, errors, extension, kind } = endpoint
  const caller = `${summary}. For ${CALLER[auth]}${extension ? `; extension \`${extension}\`` : ''}.`
  const rows = Object.entries({ path: params, query, body }).flatMap(([part, schema]) => {
    if (!schema) return []
    if (kind === 'lines') return [`- ${part}: ${WORLD_LINES}, or one \`World\` of an earlier version`]
    return [
      `- ${part}: \`${spaced(typeOf(described(schema, 'input', types)))}\`${limits(schema, part === 'query' ? 'output' : 'input')}`,
    ]
  })
  const type = `\`${spaced(typeOf(described(reply, 'output', types)))}\``
  const codes = [...new Set([...accessErrors(endpoint), ...errors])]
  return [
    `### \`${method} ${path}\`\n`,
    `${caller}\n`,
    ...rows,
    `- ${['call', 'lines'].includes(kind) ? 'reply' : 'messages'}: ${kind === 'lines' && !body ? WORLD_LINES : type}`,
    ...(codes.length > 0
      ? [
          kind === 'socket'
            ? `- closes after opening: ${codes.map((code) => `${closeCodeOf(code)} ${code}`).join(', ')}`
            : `- errors: ${codes.join(', ')}`,
        ]
      : []),
    ...(examples.length > 0 && kind !== 'lines'
      ? ['', fenced('json', examples.map((each) => exampleText(method, each)).join('\n\n'))]
      : []),
  ].join('\n')
}

const WORLD_LINES = 'a world in lines ([format](API.md#limits))'

/** In a table of Markdown, and to read, a type without the brackets of one element. */
const spaced = (type: string): string => type.replace(/\((\w+)\)\[\]/g, '$1[]')

/**
 * The limits of fields, such as `; deviceId: 16 to 128 characters`.
 * @param io those of a query apply to the numbers that are read from it
 */
function limits(schema: Schema, io: 'input' | 'output'): string {
  const found = [...fieldLimits('', z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema)]
  return found.length > 0 ? `; ${found.join('; ')}` : ''
}

function* fieldLimits(path: string, schema: JsonSchema): Generator<string> {
  const { minLength, maxLength, minimum, maximum, properties = {}, anyOf = [], items } = schema
  const unit = minLength === undefined && maxLength === undefined ? '' : ' characters'
  const bounds = range(minLength ?? minimum, maxLength ?? bounded(maximum))
  if (bounds !== null && path !== 'id') yield `${path || 'value'}: ${bounds}${unit}`
  for (const [name, each] of Object.entries(properties))
    yield* fieldLimits(path ? `${path}.${name}` : name, each)
  for (const each of anyOf) yield* fieldLimits(path, each)
  if (items) yield* fieldLimits(`${path}[]`, items)
}

/** JSON Schema states the greatest exact integer where there is no limit. */
const bounded = (maximum: number | undefined) => (maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum)

function range(min: number | undefined, max: number | undefined): string | null {
  if (max !== undefined) return `${min ?? 0} to ${max}`
  return min === undefined || min < 0 ? null : `at least ${min}`
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

/** The request and the response as JSON, with comments. */
function exampleText(method: string, { path, body, reply }: Example): string {
  const sent = body === undefined ? [] : [json(body)]
  return [`// ${method} ${path}`, ...sent, '// 200', json(reply)].join('\n')
}

const MAX_TEXT = 48
const MAX_ITEMS = 2
const MAX_LINE = 120

/** JSON for reading: long texts and lists are cut, and what fits stands in one line. */
function json(value: unknown, indent = ''): string {
  const line = oneLine(value)
  if (indent.length + line.length <= MAX_LINE || value === null || typeof value !== 'object') return line
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const lines = Array.isArray(value)
    ? firstOf(value).map((each) => json(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${json(each, inner)}`)
  return `${open}\n${lines.map((each) => `${inner}${each}`).join(',\n')}\n${indent}${close}`
}

function oneLine(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value)
  if (Array.isArray(value)) return `[${firstOf(value).map(oneLine).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`)
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}'
}

const firstOf = (list: readonly unknown[]): readonly unknown[] =>
  list.length > MAX_ITEMS ? [...list.slice(0, MAX_ITEMS), `… ${list.length - MAX_ITEMS} more`] : list
