import * as z from 'zod/mini'
import { isAvatarText } from '../avatar-text.ts'
import { servedAvatarPath } from '../served-avatars.ts'
import { isPrintable, isVisible } from '../text.ts'

/* The length of a text is checked first and aborts the other checks, so that expensive ones run only on short texts. */

/** Ids are opaque and unguessable: 128 bits or more as letters, digits, `_` and `-`. */
export const id = z
  .string()
  .check(z.minLength(1), z.maxLength(64, { abort: true }), z.regex(/^[A-Za-z0-9_-]+$/, 'is not an id'))

/** PostgreSQL has no year 0. */
const afterYearZero = z.refine<string>((date) => date >= '0001', 'is before the year 1')

/** An instant: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 }).check(afterYearZero)

/** A game day, `YYYY-MM-DD` in the game's zone. */
export const gameDay = z.iso.date().check(afterYearZero)

export const count = z.int().check(z.nonnegative())

/** A whole number in a path or query, where values are text. */
export const digits = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,9}$/, 'expected digits only')), count]),
  z.transform(Number),
)
export const score = z.int().check(z.gte(0), z.lte(100))

const UNPRINTABLE = 'cannot contain control characters or text direction marks'

/** Refuses text with control characters or text direction marks. */
export const printable = z.refine<string>(isPrintable, UNPRINTABLE)

/** Trimmed one-line text for other players. `name` is the subject of the error message about forbidden characters. */
export const line = (name: string, max: number, { empty, tooLong }: { empty: string; tooLong: string }) =>
  z
    .string(empty)
    .check(
      z.trim(),
      z.maxLength(max, { error: tooLong, abort: true }),
      z.minLength(1, { error: empty, abort: true }),
      z.refine(isVisible, { error: empty, abort: true }),
      z.refine(isPrintable, `${name} ${UNPRINTABLE}`),
    )

const AVATAR_MAX_LENGTH = 2048
const NOT_AN_AVATAR = 'An avatar is one of the pictures below /avatars/, one emoji or one letter'

/** An avatar: the address of a picture that the server generates, on any host, one emoji, or one letter. */
export const avatar = z.string().check(
  z.trim(),
  z.maxLength(AVATAR_MAX_LENGTH, { error: NOT_AN_AVATAR, abort: true }),
  z.minLength(1, { abort: true }),
  z.refine((text) => isVisible(text) && isPrintable(text), { error: NOT_AN_AVATAR, abort: true }),
  z.refine((text) => servedAvatarPath(text) !== null || isAvatarText(text), NOT_AN_AVATAR),
)

/** Base64 PNG. Its length is checked when it is decoded, so that the player gets a readable validation error. */
export const pngBase64 = z.string()

export const success = z.object({ success: z.literal(true) })
