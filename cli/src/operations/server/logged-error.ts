import { StoreUnavailableError } from '@inkling/mock-server/server'
import pino from 'pino'

/** The fields of an error. The stack of an error of the store, the system or the database would show only library code. */
export function loggedError(error: Error & { readonly code?: unknown }): object {
  const { name, message, code } = error
  const isFromOutside =
    error instanceof StoreUnavailableError ||
    name === 'ConnectionLost' ||
    (typeof code === 'string' && !code.startsWith('ERR_'))
  return isFromOutside ? { type: name, message, code } : pino.stdSerializers.err(error)
}
