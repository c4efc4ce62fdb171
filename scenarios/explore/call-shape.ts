import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import * as z from 'zod'

/** The part of JSON Schema that the contract table uses. */
export interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

const shapes = new Map<EndpointName, Shape>()

/** The fields of the path, the query and the body of a call. */
export function callShape(name: EndpointName): Shape {
  const known = shapes.get(name)
  if (known) return known
  const { params, query, body } = endpoints[name]
  const parts = [params, query, body].map((schema) => (schema ? jsonShapeOf(schema) : {}))
  const shape: Shape = {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
  shapes.set(name, shape)
  return shape
}

const jsonShapeOf = (schema: z.core.$ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
