import { isUtf8 } from 'node:buffer'
import { secretVariable } from '@inkling/scenarios/runner/secret-fields'

const MAX_TEXT = 120
/** Larger bodies, such as a world of up to 256 MB, are logged by their size. */
const MAX_BODY = 64_000

/** The body as logged: secrets masked, long strings such as drawings shortened, large bodies replaced by their size. */
export function bodyWithoutSecrets(body: unknown): unknown {
  if (body === undefined || body === null) return null
  // A recording passes on the bytes that it receives.
  if (body instanceof Uint8Array)
    return isUtf8(body) ? bodyWithoutSecrets(Buffer.from(body).toString()) : 'not text'
  if (typeof body !== 'string') return 'not text'
  if (body.length > MAX_BODY) return `${body.length} characters`
  try {
    return JSON.parse(body, (key, value: unknown) => (secretVariable(key) === undefined ? cut(value) : '***'))
  } catch {
    return cut(body)
  }
}

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT
    ? `${value.slice(0, MAX_TEXT / 4)}… (${value.length} characters)`
    : value

const SECRET_OPTION = /^--(admin-key|device)(?:=.*)?$/

/** Replaces each secret in the words of a command line by the name of a variable. */
export function wordsWithoutSecrets(words: readonly string[]): string[] {
  return words.map((word, at) => {
    const [, own] = SECRET_OPTION.exec(word) ?? []
    if (own !== undefined && word.includes('=')) return `--${own}=${variableOf(own)}`
    const [, before] = SECRET_OPTION.exec(words[at - 1] ?? '') ?? []
    return before !== undefined && !words[at - 1]?.includes('=') ? variableOf(before) : word
  })
}

const variableOf = (option: string): string => (option === 'device' ? '$DEVICE' : '$INKLING_ADMIN_KEY')
