/** Those that people write most. Rarer ones count before a path. */
const TOP_LEVEL =
  'com|net|org|info|biz|io|gg|me|tv|co|ai|im|us|uk|ca|au|nz|ie|de|at|ch|fr|be|es|pt|it|nl|pl|cz|se|dk|fi|ru|su|ua|by|kz|jp|cn|' +
  'kr|in|br|mx|za|eu|рф|app|dev|xyz|link|site|online|club|shop|store|page|live|chat|social|top|cc|ly|to'

const CONTACTS = [
  /\w+:\/\//,
  /\bwww\./,
  new RegExp(`[\\p{L}\\d-]{2,}\\s?\\.(?:${TOP_LEVEL})(?![\\p{L}\\d])`, 'u'),
  /[\p{L}\d-]+\.[a-z]{2,}\/\S/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\S\s?@\s?\S/,
  /(?:^|\s)@[\p{L}\d_.]{2,}/u,
  /\bat\W+(?:gmail|googlemail|hotmail|icloud|outlook|yahoo|yandex|proton(?:mail)?|gmx)\b/,
  /[\p{L}\d]\W+dot\W+(?:com|net|org)\b/u,
  /[\p{L}\d]#\d{4}(?!\d)/u,
  /\b(?:insta(?:gram)?|snap(?:chat)?|tiktok|kik|ig)\s*[:=]\s*[a-z]/,
  /\b(?:insta(?:gram)?|snap(?:chat)?|tiktok|discord|telegram|whatsapp|kik|steam)\b[\s:=-]+(?=\S*[\d_])[a-z]\S+/,
]

/** Numbers with as many digits as phone numbers: dates, years, decimal fractions, and multiples of a thousand. */
const NO_PHONES =
  /(?<![\d./-])(?:\d{1,2}([./-])\d{1,2}\1(?:[12]\d{3}|\d{2})|[12]\d{3}-\d\d-\d\d)(?![\d./-]*\d)|\b(?:1[5-9]|20)\d\d(?: (?:1[5-9]|20)\d\d)+\b(?! ?\d)|\b[12]\d{3}\s?[-–/]\s?[12]\d{3}\b|\b\d[.,]\d{4,}\b|\b\d{1,3}(?:[ ,.]000)+\b|\b\d{1,4}0{5,}\b/g

const PHONE = /(?:\d[\s().\-/]*){7,}/

/** Whether a text has a link, an e-mail address, a phone number or a handle. */
export function hasContactDetails(text: string): boolean {
  const read = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('。', '.')
    .replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : '9'))
  return CONTACTS.some((contact) => contact.test(read)) || PHONE.test(read.replace(NO_PHONES, ' '))
}
