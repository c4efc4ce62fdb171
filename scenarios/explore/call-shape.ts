import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { inputOf, type JsonShape, shapeOfSchema } from '../runner/language/checks/call-shapes.ts'

const shapes = new Map<EndpointName, JsonShape>()

/** The fields of the path, the query and the body of a call. */
export function callShape(name: EndpointName): JsonShape {
  const known = shapes.get(name)
  if (known) return known
  const parts = inputOf(name).map(({ schema }) => shapeOfSchema(schema, 'input'))
  const shape = {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
  shapes.set(name, shape)
  return shape
}
