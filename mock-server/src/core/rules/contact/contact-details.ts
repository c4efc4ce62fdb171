import { folded, withoutLookalikes } from '../username/latin-letters.ts'
import { hasHandle, hasWrittenHandle } from './handles.ts'
import { hasSpelledAddress } from './spelled-addresses.ts'

/** Those that people write most. Rarer ones count before a path. */
const TOP_LEVEL =
  'com|net|org|info|biz|io|gg|me|tv|co|ai|im|us|uk|ca|au|nz|ie|de|at|ch|fr|be|es|pt|it|nl|pl|cz|se|dk|fi|ru|su|ua|by|kz|jp|cn|' +
  'kr|in|br|mx|za|eu|рф|app|dev|xyz|link|site|online|club|shop|store|page|live|chat|social|top|cc|ly|to'

const WRITTEN = [
  /\w+:\/\//,
  /\bwww\./,
  new RegExp(`[\\p{L}\\d-]{2,}\\s?\\.(?:${TOP_LEVEL})(?![\\p{L}\\d])`, 'u'),
  /[\p{L}\d-]+\.[a-z]{2,}\/\S/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  // "B@ss" and "Team @ home" are no addresses.
  /[\p{L}\d]{2}@[\p{L}\d]{2}|\S\s?@\s?\S+\.\p{L}{2}/u,
  /(?:^|\s)@[\p{L}\d_.]{2,}/u,
  // A year is no handle: "Class#2024".
  /[\p{L}\d]#(?!(?:19|20)\d\d)\d{4}(?!\d)/u,
]

/** Numbers with as many digits as phone numbers: dates, years, decimal fractions, and multiples of a thousand. */
const NO_PHONES =
  /(?<![\d./-])(?:\d{1,2}([./-])\d{1,2}\1(?:[12]\d{3}|\d{2})|[12]\d{3}-\d\d-\d\d)(?![\d./-]*\d)|\b(?:1[5-9]|20)\d\d(?: (?:1[5-9]|20)\d\d)+\b(?! ?\d)|\b[12]\d{3}\s?[-–/]\s?[12]\d{3}\b|(?<!\d[^\p{L}\d]*)\b(?:1[5-9]|20)\d\d\b(?![^\p{L}\d]*\d)|\b\d[.,]\d{4,}\b|\b\d{1,3}(?:[ ,.]000)+\b|\b\d{1,4}0{5,}\b/gu
/** As many as a local phone number has. */
const MAX_DIGITS = 6
const DIGIT_WORDS = /\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b/g

/** Platforms in two words, which a capital may begin: "SnapChat". */
const IN_TWO =
  /\b(snap|insta|tik|whats|face|you|tele|only|hot|g|dis|we) (chat|gram|tok|app|book|tube|fans|mail|cord)\b/g

/**
 * Whether a name or a guess has a link, an e-mail address, a phone number or a handle (API.md, Words). Blanks, `_`, `-`
 * and `.` separate words alike.
 */
export function hasContactDetails(text: string): boolean {
  const written = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('。', '.')
    .replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : '9'))
  if (WRITTEN.some((contact) => contact.test(written)) || isPhone(written)) return true
  const latin = withoutLookalikes(folded(text))
  return (
    hasWrittenHandle(latin.toLowerCase()) ||
    [latin, latin.replace(/([a-z\d])([A-Z])/g, '$1 $2')].some((reading) => {
      const words = wordsOf(reading.toLowerCase())
      return hasHandle(words) || hasSpelledAddress(words.join(' '))
    })
  )
}

/** Letters that are spelled out count as one word: "i g jenny12". */
const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\d]+/gu) ?? [])
    .join(' ')
    .replace(/(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu, '')
    .replace(IN_TWO, '$1$2')
    .split(' ')

function isPhone(written: string): boolean {
  const counted = written
    .replaceAll('_', ' ')
    .replace(NO_PHONES, ' ')
    .replace(DIGIT_WORDS, '0')
    // "555o134"
    .replace(/(?<=\d)[oil](?=\d)/g, '0')
  return (counted.match(/\d/g) ?? []).length > MAX_DIGITS
}
