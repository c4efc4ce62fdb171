/** The raw value of a cookie; null if scripts cannot read one with this name. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}

/** Sets a cookie for the whole site. The value is not escaped. Has no effect in browsers that refuse cookies. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API only since version 18.4.
  document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=strict${secure}`
}
