import type { Random } from '@inkling/fixtures/random'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { inputShape, type JsonShape } from '../runner/language/checks/call-shapes.ts'
import { shapeOf } from '../runner/language/values/object-shape.ts'
import { TEXTS_IN_ADDRESS, TRICKY, VALUES } from './input-values.ts'
import type { Call } from './played-step.ts'

/** A field of a call's input with a value at or beyond what it may be. */
export interface Limit {
  /** The call's name in scenario files. */
  readonly call: string
  readonly path: readonly string[]
  /** Undefined leaves the field out. */
  readonly value: unknown
}

/** Every limit of every input comes once before one comes again; those that no schema tells come more often. */
export class Limits {
  /** Two lists, from which limits come by turns. */
  readonly #lists: readonly (readonly Limit[])[]
  #at = 0

  constructor(calls: readonly Call[], random: Random) {
    const all = random.shuffle(calls.flatMap(([call, row]) => limitsOf(call, row)))
    const named = all.filter(({ path, value }) => VALUES[path.at(-1) as string]?.includes(value as string))
    this.#lists = [all, named].filter((list) => list.length > 0)
  }

  /** Undefined if the calls have no input. */
  next(): Limit | undefined {
    const list = this.#lists[this.#at % this.#lists.length]
    return list?.[Math.floor(this.#at++ / this.#lists.length) % list.length]
  }
}

/** An input with the value of a limit. */
export function withLimit(
  input: Readonly<Record<string, unknown>>,
  { path, value }: Omit<Limit, 'call'>,
): Record<string, unknown> {
  const [name, ...rest] = path as [string, ...string[]]
  const { [name]: before, ...others } = input
  if (rest.length === 0) return value === undefined ? others : { ...others, [name]: value }
  const inner = typeof before === 'object' && before !== null ? (before as Record<string, unknown>) : {}
  return { ...others, [name]: withLimit(inner, { path: rest, value }) }
}

function limitsOf(call: string, row: EndpointName): Limit[] {
  const { params, query, body } = endpoints[row]
  const inAddress = { ...shapeOf(params), ...shapeOf(query) }
  const ofFields = Object.entries(inputShape(row).properties ?? {}).flatMap(([name, shape]) =>
    name in inAddress
      ? TEXTS_IN_ADDRESS.map((value): Limit => ({ call, path: [name], value }))
      : ofField(name, shape).map((limit): Limit => ({ call, ...limit })),
  )
  // A path or a query cannot have a surplus field.
  return body ? [...ofFields, { call, path: ['surplus'], value: true }] : ofFields
}

function ofField(name: string, shape: JsonShape): Omit<Limit, 'call'>[] {
  const inner = [shape, ...(shape.anyOf ?? [])].flatMap(({ properties = {} }) => Object.entries(properties))
  const values = new Set([undefined, ...(VALUES[name] ?? []), ...valuesOf(shape)])
  return [
    ...[...values].map((value) => ({ path: [name], value })),
    ...inner.flatMap(([field, each]) =>
      ofField(field, each).map(({ path, value }) => ({ path: [name, ...path], value })),
    ),
  ]
}

/** Values at and beyond the limits of a field, and of another type. */
function valuesOf({
  type,
  minLength = 1,
  maxLength = 40,
  minimum = 0,
  maximum = 2 ** 31,
}: JsonShape): unknown[] {
  if (type === 'integer' || type === 'number') return [minimum - 1, minimum, maximum, maximum + 1, 0.5, '1']
  if (type !== 'string') return ['yes', null]
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].map((length) =>
    Math.max(0, Math.min(length, 5000)),
  )
  return [...TRICKY, ...lengths.map((length) => 'x'.repeat(length)), 7]
}
