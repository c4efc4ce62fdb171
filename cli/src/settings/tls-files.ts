import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { CliError, EXIT, readingProblem } from '../cli-error.ts'

/**
 * Reads the certificate and the private key for HTTPS; undefined if neither is given.
 * @throws {CliError} if only one is given, or if they cannot be read or do not belong together.
 */
export function tlsOf(
  cert: string | null | undefined,
  key: string | null | undefined,
): { cert: string; key: string } | undefined {
  if (!cert && !key) return undefined
  if (!cert || !key) throw new CliError(EXIT.usage, 'HTTPS needs both files: give --tls-cert and --tls-key.')
  const tls = { cert: textOf(cert), key: textOf(key) }
  try {
    createSecureContext(tls)
    return tls
  } catch (error) {
    throw new CliError(
      EXIT.unreadable,
      `${cert} and ${key} are not a certificate and its private key in PEM: ${(error as Error).message}.`,
    )
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw readingProblem(file, error)
  }
}
