import { isCompound, isPlatformWithHandle, type PlatformKind, platformKind } from './platforms.ts'

/** Words that may stand between a platform and a handle: "my snap is jenny12", "jenny12 on insta". */
const BETWEEN = new Set(
  'is on at in my the name named user username handle id me add it its am im'.split(' '),
)

/** Numbers with a unit, and ordinals. */
const MEASURE = /^\d+(?:st|nd|rd|th|s|d|x|k|m|h|am|pm|mm|cm|km|kg|g|p|px|min|sec)$/
/** Years are no handles. */
const NUMBER = /^(?!(?:1[5-9]|20)\d\d$)\d+$/
/** Shorter numbers occur beside platforms that are words: "snap 2 fingers". */
const MIN_NUMBER = 4

/** "follow me on insta", and "my snap is jenny". */
const STATED =
  /\b(?:add|follow|find|dm|text|msg|message|hmu|write|call|see)(?: \w+){0,2} (?:on|via|my) §|\bmy § (?:\w+ )?is \w/u

/**
 * What separates a handle from ordinary words: a dot or an underscore inside, or a colon before it. Beside a platform
 * that is a word itself, a blank is needed too. P and A are plain and ambiguous platforms.
 */
const WRITTEN = [
  /[PA] ?[:=] ?\p{Ll}/u,
  /P[^\p{L}\d]+(?:\p{L}+ )*?\p{Ll}[\p{Ll}\d]*[_.]\p{Ll}/u,
  /\p{Ll}[_.]\p{Ll}[\p{Ll}\d]*(?: on| at| is my)?[^\p{L}\d]+P/u,
  /[\p{Ll}\d]_[\p{Ll}\d]+(?: on| at| is my) A/u,
  /A[ :=]+(?:\p{L}+ )*?\p{Ll}[\p{Ll}\d]*[_.][\p{Ll}\d]/u,
]

/** Whether a platform stands beside a handle or a number, in either order. The words are in lower case. */
export function hasHandle(words: readonly string[]): boolean {
  const kinds = words.map((word, at) => kindOf(word, words[at + 1]))
  if (words.some(isPlatformWithHandle)) return true
  if (STATED.test(words.map((word, at) => (kinds[at] ? '§' : word)).join(' '))) return true
  const telling = words
    .map((word, at) => ({ word, kind: kinds[at] }))
    .filter(({ word, kind }) => kind || !BETWEEN.has(word))
  return telling.some(({ kind }, at) => {
    if (!kind) return false
    const beside = [telling[at - 1], telling[at + 1]]
    if (beside.some((next) => next && !next.kind && isHandle(next.word))) return true
    const others = telling.filter((_, other) => other !== at).map(({ word }) => word)
    return kind === 'plain' && at !== 1 && isNumbered(others)
  })
}

/** Whether a platform stands beside a handle that its punctuation shows. The text is in lower case. */
export function hasWrittenHandle(text: string): boolean {
  const marked = text.replace(/([\p{L}\d]+)(?=[^\p{L}\d]*([\p{L}\d]*))/gu, (word, _, next: string) => {
    const kind = kindOf(word, next)
    return kind ? MARK[kind] : word
  })
  return WRITTEN.some((written) => written.test(marked))
}

const MARK: Readonly<Record<PlatformKind, string>> = { plain: 'P', ambiguous: 'A' }

const kindOf = (word: string, next = ''): PlatformKind | undefined =>
  isCompound(word, next) ? undefined : platformKind(word)

const isHandle = (word: string): boolean =>
  (NUMBER.test(word) && word.length >= MIN_NUMBER) ||
  (/\p{L}/u.test(word) && /\d/.test(word) && !MEASURE.test(word))

/** A handle in two words: "jenny 12". */
const isNumbered = ([name = '', number = '', more]: readonly string[]): boolean =>
  more === undefined && /^\p{L}{2,}$/u.test(name) && NUMBER.test(number) && number.length > 1
