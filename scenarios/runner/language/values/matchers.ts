import * as z from 'zod'
import { value } from './value.ts'

/* Matchers: conditions that an expectation can contain instead of a value. */

export const TYPES = ['text', 'number', 'boolean', 'list', 'object', 'null', 'id', 'time', 'day'] as const

export const MATCHER_KEYS = [
  'equals',
  'in',
  'matches',
  'type',
  'gte',
  'lte',
  'gt',
  'lt',
  'length',
  'contains',
  'matches-schema',
  'not',
  'picture',
  'absent',
] as const
export type MatcherKey = (typeof MATCHER_KEYS)[number]

export const matcher = z
  .strictObject({
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
  })
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
