import * as z from 'zod'
import { value } from './value.ts'

/* Matchers: conditions that an expectation can contain instead of a value. */

const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)

/** What a value of each type is. */
const IS_OF_TYPE = {
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  boolean: (value: unknown) => typeof value === 'boolean',
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value: unknown) => value === null,
  id: (value: unknown) => isText(value, /^[A-Za-z0-9_-]{1,64}$/),
  time: (value: unknown) => isText(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  day: (value: unknown) => isText(value, /^\d{4}-\d\d-\d\d$/),
}
type Type = keyof typeof IS_OF_TYPE
export const TYPES = Object.keys(IS_OF_TYPE) as Type[]
export const isOfType = (value: unknown, type: Type): boolean => IS_OF_TYPE[type](value)

const MATCHERS = {
  equals: value.describe('exactly this value'),
  in: z.array(value).min(1).describe('one of these values'),
  matches: z.string().describe('text that matches this regular expression, or /this one/i with flags'),
  type: z.enum(TYPES).describe('the type of the value'),
  gte: z
    .union([z.number(), z.string()])
    .describe('at least; strings are compared as strings, which works for times'),
  lte: z.union([z.number(), z.string()]).describe('at most'),
  gt: z.union([z.number(), z.string()]).describe('more than'),
  lt: z.union([z.number(), z.string()]).describe('less than'),
  length: value.describe('the length of a string or list, a number or a matcher'),
  contains: value.describe('a string that contains this text, or a list with a matching item'),
  'matches-schema': z.string().describe('the response schema of a call, such as today'),
  not: value.describe('anything but this'),
  picture: z.string().describe('a base64 PNG with the same pixels'),
  absent: z.boolean().describe('true: the field is missing; false: the field is present, even as null'),
}
export type MatcherKey = keyof typeof MATCHERS
export const MATCHER_KEYS = Object.keys(MATCHERS) as MatcherKey[]

export const matcher = z
  .strictObject(MATCHERS)
  .partial()
  .refine((given) => Object.keys(given).length > 0)
  .meta({ id: 'matcher', description: 'conditions for a value; all of them must hold' })

/** Whether a value in an expectation is a matcher instead of an object to compare field by field. */
export function isMatcher(candidate: unknown): candidate is z.infer<typeof matcher> {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate)) return false
  const keys = Object.keys(candidate)
  if (keys.length === 0 || !keys.every((key) => (MATCHER_KEYS as readonly string[]).includes(key)))
    return false
  // Replies also have fields named `type`: { type: drawing } is not a matcher.
  return !('type' in candidate) || (TYPES as readonly unknown[]).includes(candidate.type)
}
