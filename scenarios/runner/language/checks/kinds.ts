import type * as z from 'zod'
import { shapeOf } from '../values/object-shape.ts'
import { show } from '../values/show.ts'
import { type InputPart, isAnything, type JsonShape, shapeOfSchema, variantsOf } from './call-shapes.ts'

/* What values may be, in words: for errors and for the reference. */

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** 'text or null', 'a list', or the values: 'drawing or guessing'. */
export function kindsOf(shape: JsonShape): string {
  if (isAnything(shape)) return 'any value'
  const kinds = variantsOf(shape).flatMap(({ type, const: only, enum: values }) => {
    if (only !== undefined) return show(only)
    return values ? values.map(String) : (KINDS[String(type)] ?? 'any value')
  })
  return [...new Set(kinds)].join(' or ')
}

/** The fields of a value, each with what it may be: 'id (text), members (a list)'. */
export const fieldsText = (shape: JsonShape): string =>
  fieldsOf(shape)
    .map(([name, field]) => `${name} (${kindsOf(field)})`)
    .join(', ')

/** The same of the fields that a call takes. */
export const inputText = (parts: readonly InputPart[]): string =>
  parts
    .flatMap(({ schema }) => Object.entries(shapeOf(schema)))
    .map(([name, field]) => `${name} (${kindsOf(inputShape(field))})`)
    .join(', ')

const inputShape = (schema: z.core.$ZodType): JsonShape => shapeOfSchema(schema, 'input')

/** A value as indented lines: its fields, and the fields of the items of a list behind a hyphen. */
export function shapeLines(shape: JsonShape, indent = ''): string[] {
  return fieldsOf(shape).flatMap(([name, field]) => {
    const items = variantsOf(field).flatMap(({ items }) => items ?? [])
    const line = `${indent}${name}: ${kindsOf(field)}`
    if (items.length === 0) return [line, ...shapeLines(field, `${indent}  `)]
    const inner = items.flatMap((item) => shapeLines(item, `${indent}    `))
    if (inner.length === 0) return [`${line} of ${items.map(kindsOf).join(' or ')}`]
    return [line, ...inner.map((each, at) => (at === 0 ? `${indent}  - ${each.trimStart()}` : each))]
  })
}

/** Each field once, also where several variants have it. */
const fieldsOf = (shape: JsonShape): [string, JsonShape][] => {
  const fields = new Map<string, JsonShape[]>()
  for (const { properties } of variantsOf(shape))
    for (const [name, field] of Object.entries(properties ?? {}))
      fields.set(name, [...(fields.get(name) ?? []), field])
  return [...fields].map(([name, [first = {}, ...others]]) => [
    name,
    others.length === 0 ? first : { anyOf: [first, ...others] },
  ])
}
