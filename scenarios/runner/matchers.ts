import * as z from 'zod'
import { value } from './value.ts'

/** What a scenario may expect of a value, besides the value itself. */
export const TYPES = ['text', 'number', 'boolean', 'list', 'object', 'null', 'id', 'time', 'day'] as const
export const TIERS = ['90', '70', '50', 'below'] as const

export const MATCHER_KEYS = [
  'equals',
  'in',
  'regex',
  'type',
  'gte',
  'lte',
  'gt',
  'lt',
  'length',
  'contains',
  'matches-schema',
  'not',
  'tier',
  'picture',
  'absent',
] as const
export type MatcherKey = (typeof MATCHER_KEYS)[number]

export const matcher = z
  .strictObject({
    equals: value.describe('the very same value'),
    in: z.array(value).min(1).describe('one of these values'),
    regex: z.string().describe('text that this regular expression finds'),
    type: z.enum(TYPES).describe('what kind of value it is'),
    gte: z.union([z.number(), z.string()]).describe('at least; texts compare as texts, so times work'),
    lte: z.union([z.number(), z.string()]).describe('at most'),
    gt: z.union([z.number(), z.string()]).describe('more than'),
    lt: z.union([z.number(), z.string()]).describe('less than'),
    length: value.describe('the length of a text or list, a number or a matcher'),
    contains: value.describe('a text that has this text in it, or a list that has such an item'),
    'matches-schema': z.string().describe('the reply schema of a call, such as today'),
    not: value.describe('anything but this'),
    tier: z.enum(TIERS).describe('the tier of a score: 90 and up, 70, 50, or below'),
    picture: z.string().describe('a base64 PNG with the very same pixels'),
    absent: z.boolean().describe('true: the field is not there at all; false: it is there, also as null'),
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0)
  .meta({ id: 'matcher', description: 'what a value has to be like; several words have to hold together' })

/** Whether a value in an expectation is a matcher, rather than an object to compare field by field. */
export function isMatcher(candidate: unknown): candidate is z.infer<typeof matcher> {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate)) return false
  const keys = Object.keys(candidate)
  if (keys.length === 0 || !keys.every((key) => (MATCHER_KEYS as readonly string[]).includes(key)))
    return false
  // Replies have fields called type too: { type: drawing } is one of those.
  return !('type' in candidate) || (TYPES as readonly unknown[]).includes(candidate.type)
}
