/** The raw value of a cookie; null when the page sees no such cookie. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}

/** Sets a cookie for the whole site. The value must need no escaping. Browsers that refuse cookies ignore this. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API only since version 18.4.
  document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=strict${secure}`
}
