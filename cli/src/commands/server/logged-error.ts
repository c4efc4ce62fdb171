import { StoreUnavailableError } from '@inkling/mock-server/server'
import pino from 'pino'

/**
 * The fields of an error that a log line has. Others may contain credentials: the bytes of a request, or the URL of a
 * database. The stack of an error of the store, the system or the database would show only library code.
 */
export function loggedError(error: Error & { readonly code?: unknown }): object {
  const { name, message, code } = error
  const isFromOutside =
    error instanceof StoreUnavailableError ||
    name === 'ConnectionLost' ||
    (typeof code === 'string' && !code.startsWith('ERR_'))
  if (isFromOutside) return { type: name, message, code }
  const { type, message: withCauses, stack } = pino.stdSerializers.err(error)
  return { type, message: withCauses, stack, code }
}

const CREDENTIALS: readonly [RegExp, string][] = [
  // A token of a player.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '***'],
  // The password in the URL of a database or a proxy.
  [/(\b[a-z][a-z+]*:\/\/[^\s/:@"]*:)[^\s@"]+@/gi, '$1***@'],
  [/\b((?:token|move|password|key)=)[^\s&"]+/gi, '$1***'],
]

/** A log line without credentials, as the messages of other programs' errors may repeat them. */
export const withoutCredentials = (line: string): string =>
  CREDENTIALS.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line)
