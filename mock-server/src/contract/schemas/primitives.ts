import * as z from 'zod/mini'

/** Ids are opaque and unguessable: 128 bits or more as letters, digits, `_` and `-`. */
export const id = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/, 'is not an id'))

/** An instant: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 })

/** A game day, `YYYY-MM-DD` in the game's zone. */
export const gameDay = z.iso.date()

export const count = z.int().check(z.nonnegative())

/** A whole number in a path or a query, which are text: digits and nothing else. */
export const digits = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,9}$/, 'expected digits only')), count]),
  z.transform(Number),
)
export const score = z.int().check(z.gte(0), z.lte(100))

const MOST_GRAPHEMES = 8

/** Made when it is needed: the tables behind it take long to read, and few calls need them. */
let segmenter: Intl.Segmenter | undefined

function isShort(text: string): boolean {
  if (text.length <= MOST_GRAPHEMES) return true
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return [...segmenter.segment(text)].length <= MOST_GRAPHEMES
}

/** An avatar: an http(s) URL, or up to 8 graphemes (an emoji, an initial). */
export const avatar = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(2048),
  z.refine(
    (text) => /^https?:\/\/\S+$/.test(text) || isShort(text),
    'An avatar is an http(s) address or up to 8 characters',
  ),
)

/** Base64 PNG, without the data prefix. */
export const pngBase64 = z.string()

export const success = z.object({ success: z.literal(true) })
