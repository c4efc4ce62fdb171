import { UNPRINTABLE } from '@inkling/mock-server/contract/text'
import { runnable } from './command-line/invocation.ts'

/*
 * The one place where text meets a terminal. Names, error messages and file names of others may contain escape
 * sequences, which a terminal would execute.
 */

const EXECUTED = new RegExp(UNPRINTABLE.source, 'gu')
const EXECUTED_OR_COLOUR = new RegExp(`\\u001B\\[[\\d;]*m|${UNPRINTABLE.source}`, 'gu')

/** A visible character of one column instead of one that a terminal would execute. Line breaks and tabs stay. */
function shown(character: string): string {
  if (character === '\n' || character === '\t') return character
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\uFFFD'
}

/** A text of others, without characters that a terminal would execute. */
export const cleaned = (text: string): string => text.replace(EXECUTED, shown)

/** A text of ours, with data in it that is cleaned already: only colours remain. */
export const onlyColours = (text: string): string =>
  text.replace(EXECUTED_OR_COLOUR, (found) =>
    found.length > 1 && found.endsWith('m') ? found : shown(found),
  )

/** Data with each text in it cleaned. Parts without such characters are returned as they are. */
export function cleanedData<T>(data: T): T {
  return cleanedValue(data) as T
}

function cleanedValue(value: unknown): unknown {
  if (typeof value === 'string') return cleaned(value)
  if (Array.isArray(value)) {
    const items = value.map(cleanedValue)
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (value instanceof Map) return cleanedMap(value)
  return isPlain(value) ? cleanedObject(value) : value
}

function cleanedMap(map: ReadonlyMap<unknown, unknown>): ReadonlyMap<unknown, unknown> {
  const entries = [...map].map(([key, value]) => [cleanedValue(key), cleanedValue(value)] as const)
  return entries.every(([key, value]) => map.has(key) && map.get(key) === value) ? map : new Map(entries)
}

function cleanedObject(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value).map(([key, part]) => [cleaned(key), cleanedValue(part)] as const)
  const isSame = entries.every(([key, part]) => Object.hasOwn(value, key) && value[key] === part)
  return isSame ? value : Object.fromEntries(entries)
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** JSON with the same value, in which the characters that `JSON.stringify` leaves as they are have escapes too. */
export const escapedJson = (json: string): string =>
  json.replace(EXECUTED, (character) =>
    character < ' ' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Writes a text to standard output. Colours remain, and its commands can be run. */
export const writeOut = (text: string): void => void process.stdout.write(runnable(onlyColours(text)))

/** Writes a text to standard error. Colours remain, and its commands can be run. */
export const writeError = (text: string): void => void process.stderr.write(runnable(onlyColours(text)))

export const writeJson = (data: unknown, indent?: number): void =>
  void process.stdout.write(`${escapedJson(JSON.stringify(data, null, indent))}\n`)

/**
 * Writes an error of a command with `-o json` to standard error.
 * @param problems of files, each with its place.
 */
export const writeJsonError = (
  code: string,
  message: string,
  exitCode: number,
  problems?: readonly object[],
): void =>
  void process.stderr.write(
    `${escapedJson(JSON.stringify({ error: { code, message: runnable(message), exitCode, problems } }))}\n`,
  )
