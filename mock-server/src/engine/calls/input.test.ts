import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../core/contract/table/endpoint.ts'
import { endpointNames, endpoints } from '../../core/contract/table/endpoints.ts'
import { parseInput } from './answer.ts'

interface JsonSchema {
  type?: string
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

/** A text field of a call: a part of the call, and the path within it. */
interface Field {
  readonly endpoint: Endpoint
  readonly part: 'params' | 'query' | 'body'
  readonly path: readonly (string | number)[]
}

const nameOf = ({ endpoint, part, path }: Field) =>
  `${endpoint.method} ${endpoint.path} ${part} ${path.join('.')}`

/** All fields of the table that accept text. */
const fields: Field[] = endpointNames.flatMap((name) => {
  const endpoint: Endpoint = endpoints[name]
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    if (!schema) return []
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    return textsOf(json).map((path): Field => ({ endpoint, part, path }))
  })
})

function textsOf(schema: JsonSchema): (string | number)[][] {
  const inObject = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    textsOf(inner).map((path) => [name, ...path]),
  )
  const inItems = schema.items ? textsOf(schema.items).map((path) => [0, ...path]) : []
  const inChoices = (schema.anyOf ?? []).flatMap(textsOf)
  const isText = schema.type === 'string' || schema.type === undefined
  const isLeaf = isText && !schema.properties && !schema.items && !schema.anyOf
  return [...inObject, ...inItems, ...inChoices, ...(isLeaf ? [[]] : [])]
}

/** Parses a call with a text in one field, using only the schema of its part. */
function parse({ endpoint, part, path }: Field, text: string) {
  const value = path.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    text,
  )
  return parsePart(endpoint, part, value)
}

function parsePart(endpoint: Endpoint, part: Field['part'], value: unknown) {
  const only = { ...endpoint, params: undefined, query: undefined, body: undefined, [part]: endpoint[part] }
  const empty = { params: {}, query: {}, body: {}, headers: {}, origin: '', local: true }
  return parseInput(only, { ...empty, name: 'getProfile', [part]: value })
}

/** Linear parsing of 200,000 characters takes milliseconds, quadratic parsing minutes. */
const MAX_CPU_MS = 2000

const UNITS = ['a', '7', ' ', 'e\u0301\u0323', '\u0301', '\u200b', '\u0000', '👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'https://a/']
const LONGEST = 200_000

const textOf = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

describe('texts of any length', () => {
  test('the table has fields that take text', () => {
    expect(fields.map(nameOf)).toEqual(
      expect.arrayContaining([
        'PUT /api/user/profile body avatar',
        'GET /api/groups/lookup/{code} params code',
        'GET /api/user/history query before',
        'POST /api/game/submit-turn body content.guess',
        'PUT /control/faults body 0.match.path',
      ]),
    )
  })

  function expectLittleWork(field: Field, text: string): void {
    const before = process.cpuUsage()
    const parsed = parse(field, text)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000, nameOf(field)).toBeLessThan(MAX_CPU_MS)
    if (!parsed.ok) expect(parsed.refusal.message.length, nameOf(field)).toBeLessThan(500)
  }

  test.each(UNITS)('are parsed in linear time: 200,000 characters of %j', (unit) => {
    const text = textOf(unit, LONGEST)
    for (const field of fields) expectLittleWork(field, text)
  })

  test('are parsed in linear time, whatever their content', () => {
    const unit = fc.constantFrom(...UNITS)
    const length = fc
      .double({ min: 0, max: Math.log10(LONGEST), noNaN: true })
      .map((power) => Math.floor(10 ** power))
    fc.assert(
      fc.property(fc.constantFrom(...fields), unit, length, (field, piece, size) => {
        expectLittleWork(field, textOf(piece, size))
      }),
      { seed: 20261122, numRuns: 300 },
    )
  })
})

describe('an avatar', () => {
  const refusal = (avatar: string) => {
    const parsed = parsePart(endpoints.updateProfile, 'body', { avatar })
    return parsed.ok ? null : parsed.refusal.message
  }

  test.each([
    '🦊',
    'A',
    'Я',
    'é',
    'ệ',
    'क्ष',
    '7',
    '7️⃣',
    '❤️',
    '🇫🇷',
    '👩🏽‍❤️‍💋‍👨🏿',
    '👨‍👩‍👧‍👦',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'https://inkling.example/avatars/custom/3-cat.svg',
    'http://localhost:4000/avatars/rings.svg?seed=7&size=120',
  ])('may be %s', (avatar) => {
    expect(refusal(avatar)).toBeNull()
  })

  test.each([
    '🦊🦊',
    'AB',
    '\u200b',
    'a\u0000',
    '\u202e🦊',
    `a${'\u0301'.repeat(300)}`,
    `Z${'\u0335'.repeat(9)}`,
    '卐',
    '卍',
    '🖕',
    '﷽',
    '?',
    '🦊\u200d🦊\u200d🦊\u200d🦊\u200d🦊',
    'https://tracker.example/pixel.png',
    'https://tracker.example/avatars/../pixel.png',
    'https://tracker.example/pixel.png?/avatars/rings.svg',
    'https://inkling.example/avatars/custom/21-fox.svg',
    'https://inkling.example/avatars/rings.svg?seed=snap%3A%20jenny_12',
    'https://inkling.example/avatars/rings.svg?next=evil',
    'ftp://inkling.example/avatars/rings.svg',
    '/avatars/rings.svg',
    'x'.repeat(70_000),
  ])('cannot be %j', (avatar) => {
    expect(refusal(avatar)).toBe('An avatar is one of the pictures below /avatars/, one emoji or one letter')
  })
})

describe('a guess and a group name', () => {
  const refusal = (endpoint: Endpoint, body: unknown) => {
    const parsed = parsePart(endpoint, 'body', body)
    return parsed.ok ? null : parsed.refusal.message
  }

  test.each(['', '  ', '\u200b\u200b', '\u3164', '\u0000', '\u2800 \u2800'])(
    'count as empty if they are %j',
    (text) => {
      expect(refusal(endpoints.submitGuess, { guess: text })).toBe('Please enter a guess')
      expect(refusal(endpoints.createGroup, { name: text })).toBe('Please enter a group name')
      expect(refusal(endpoints.updateGroupSettings, { name: text })).toBe('Group name cannot be empty')
    },
  )

  test.each(['a\u0000b', 'a\u202eb', 'a\u2066b', 'a\nb'])('cannot be %j', (text) => {
    const because = 'cannot contain control characters or text direction marks'
    expect(refusal(endpoints.submitGuess, { guess: text })).toBe(`A guess ${because}`)
    expect(refusal(endpoints.createGroup, { name: text })).toBe(`Group name ${because}`)
    expect(refusal(endpoints.registerToken, { token: text, platform: 'ios' })).toBe(`token: ${because}`)
  })

  test('are trimmed and may contain letters of any script, and emoji', () => {
    const parsed = parsePart(endpoints.createGroup, 'body', { name: '  Ёжики 字 👨‍👩‍👧 ' })
    expect(parsed).toMatchObject({ ok: true, value: { body: { name: 'Ёжики 字 👨‍👩‍👧' } } })
  })
})
