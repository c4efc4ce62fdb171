import { CliError, EXIT } from '../cli-error.ts'

const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * A redirect is an error: following it would take the admin key or a token to a server that nobody named.
 * @throws {CliError} with both URLs.
 */
export function refuseRedirect(address: string, { status, headers }: Response): void {
  if (!REDIRECTS.includes(status)) return
  const location = headers.get('location') ?? ''
  // A parsed URL has no control characters.
  const to = URL.canParse(location, address)
    ? new URL(location, address).href
    : 'an address that is not a URL'
  throw new CliError(
    EXIT.runtime,
    `${address} redirects to ${to} (status ${status}), which is not followed: if you trust that server, name it with --target.`,
  )
}
