import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { quoted } from '../../../text/shell-word.ts'

const SECRET: readonly string[] = [HEADER.authorization, HEADER.adminKey]

/**
 * A call as a curl command for bash, zsh and fish. Secret headers are shown as variables.
 * @param inWord quotes the address and the body. Default: the shell takes them literally.
 */
export function asCurl(
  address: string,
  { method = 'GET', headers = {}, body }: RequestInit,
  inWord = quoted,
): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method])]
  for (const [name, value] of new Headers(headers)) {
    if (name === 'accept') continue
    const shown = name === HEADER.authorization ? 'Bearer $TOKEN' : '$INKLING_ADMIN_KEY'
    parts.push('-H', SECRET.includes(name) ? `"${name}: ${shown}"` : quoted(`${name}: ${value}`))
  }
  if (body !== undefined && body !== null)
    parts.push(isFile(body) ? '--data-binary' : '-d', inWord(String(body)))
  return [...parts, inWord(address)].join(' ')
}

/** Of a file, `-d` would send no line breaks. */
const isFile = (body: unknown): boolean => String(body).startsWith('@')
