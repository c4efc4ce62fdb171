import { jsonOr } from '../../../text/json.ts'
import { secretVariable } from '../../secret-fields.ts'

/* JSON as reports show it: without secrets, with long texts and the points of drawings shortened. */

const MAX_TEXT_LENGTH = 200
/** Of the points of a stroke. */
const MAX_POINTS = 3
const MAX_REPLY_LENGTH = 200_000

/** A JSON body with secrets replaced and long texts, such as pictures, shortened. Other text is unchanged. */
export function withoutSecrets(text: string): string {
  const value = jsonOr(text, undefined)
  return value === undefined ? cut(text, MAX_TEXT_LENGTH) : JSON.stringify(value, shown)
}

/** A reply with a line per field, cut after some characters. */
export function shownReply(text: string, max = MAX_REPLY_LENGTH): string {
  const value = jsonOr(text, undefined)
  return cut(value === undefined ? text : JSON.stringify(value, shown, 2), max)
}

const shown = (key: string, value: unknown): unknown => {
  if (isPoints(value) && value.length > MAX_POINTS)
    return [...value.slice(0, MAX_POINTS), `… ${value.length - MAX_POINTS} more`]
  if (typeof value !== 'string') return value
  return secretVariable(key) ?? cut(value, MAX_TEXT_LENGTH)
}

const isPoints = (value: unknown): value is readonly number[][] =>
  Array.isArray(value) &&
  value.every((point) => Array.isArray(point) && point.every((part) => typeof part === 'number'))

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text
