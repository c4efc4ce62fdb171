/** What `sslmode` can be. libpq also has allow and prefer, which fall back to a connection without encryption. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * A URL whose `sslmode` (or else PGSSLMODE) the client library understands as libpq does: `require` encrypts without
 * verifying the certificate, unless the URL has an `sslrootcert`. By itself it verifies like `verify-full`.
 * @throws {Error} for another mode, and for `verify-ca` without an `sslrootcert`.
 */
export function withTlsMode(url: string): string {
  const parameters = new URLSearchParams(/\?(.*)$/.exec(url)?.[1])
  const inUrl = parameters.get('sslmode')
  const mode = inUrl ?? (process.env.PGSSLMODE || null)
  if (mode === null) return url
  const name = `${inUrl === null ? 'PGSSLMODE' : 'sslmode'}=${mode}`
  if (!MODES.includes(mode)) throw new Error(`${name} is not a supported sslmode`)
  if (mode === 'verify-ca' && !parameters.has('sslrootcert')) throw new Error(`${name} needs sslrootcert`)
  const added = `${inUrl === null ? `sslmode=${mode}&` : ''}uselibpqcompat=true`
  return `${url}${url.includes('?') ? '&' : '?'}${added}`
}
