import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import * as z from 'zod'
import { ACTION_FIELDS, ACTION_REPLY, isAction } from '../actions.ts'
import { shapeOf } from '../values/object-shape.ts'

/** The parts of JSON Schema that the contract's schemas use. */
export interface JsonShape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonShape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonShape
  readonly items?: JsonShape
  readonly anyOf?: readonly JsonShape[]
  readonly oneOf?: readonly JsonShape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** One part of a call's input: path, query or body. */
export interface InputPart {
  readonly schema: z.core.$ZodType
  /** Whether its values are sent as text, in the path or the query. */
  readonly isText: boolean
}

/** The `with` fields of a call or an action. */
export function inputOf(call: EndpointName | string): InputPart[] {
  if (isAction(call)) return [{ schema: ACTION_FIELDS[call], isText: false }]
  const { params, query, body } = endpoints[call as EndpointName]
  return [
    ...[params, query].flatMap((schema) => (schema ? [{ schema, isText: true }] : [])),
    ...(body ? [{ schema: body as z.core.$ZodType, isText: false }] : []),
  ]
}

/** Whether a call has all of these fields. Servers ignore others; a scenario may not name them. */
export function takesAll(call: EndpointName, given: Readonly<Record<string, unknown>>): boolean {
  const known = inputOf(call).flatMap(({ schema }) => Object.keys(shapeOf(schema)))
  return Object.keys(given).every((field) => known.includes(field))
}

const replies = new Map<string, JsonShape>()

/** The shape of the response of a call or an action. */
export function replyOf(call: EndpointName | string): JsonShape {
  const known = replies.get(call)
  if (known) return known
  const schema = isAction(call) ? ACTION_REPLY : endpoints[call as EndpointName].reply
  const shape = shapeOfSchema(schema)
  replies.set(call, shape)
  return shape
}

const inputs = new Map<EndpointName, JsonShape>()

/** The fields of the path, the query and the body of a call. */
export function inputShape(call: EndpointName): JsonShape {
  const known = inputs.get(call)
  if (known) return known
  const parts = inputOf(call).map(({ schema }) => shapeOfSchema(schema, 'input'))
  const shape = {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
  inputs.set(call, shape)
  return shape
}

export const shapeOfSchema = (schema: z.core.$ZodType, io: 'input' | 'output' = 'output'): JsonShape =>
  z.toJSONSchema(schema, { io, reused: 'inline', unrepresentable: 'any' }) as JsonShape

/** The alternatives of a shape. */
export function variantsOf(shape: JsonShape): readonly JsonShape[] {
  const inner = shape.anyOf ?? shape.oneOf
  if (inner) return inner.flatMap(variantsOf)
  const { type } = shape
  return Array.isArray(type) ? type.map((each: string) => ({ ...shape, type: each })) : [shape]
}

export const isAnything = (shape: JsonShape): boolean =>
  variantsOf(shape).some(
    (variant) => variant.type === undefined && variant.enum === undefined && variant.const === undefined,
  )

/** The shape of a field; null if the value cannot have it, undefined if it is unknown. */
export function fieldOf(shape: JsonShape, name: string): JsonShape | null | undefined {
  if (isAnything(shape)) return undefined
  for (const { properties, additionalProperties } of variantsOf(shape)) {
    if (properties && Object.hasOwn(properties, name)) return properties[name]
    if (typeof additionalProperties === 'object') return additionalProperties
    if (additionalProperties === true) return undefined
  }
  return null
}

export const fieldNames = (shape: JsonShape): string[] =>
  variantsOf(shape).flatMap(({ properties }) => Object.keys(properties ?? {}))

/** The shape of a list's items; null if the value is not a list. */
export function itemsOf(shape: JsonShape): JsonShape | null | undefined {
  if (isAnything(shape)) return undefined
  const list = variantsOf(shape).find(({ type }) => type === 'array')
  return list ? list.items : null
}
