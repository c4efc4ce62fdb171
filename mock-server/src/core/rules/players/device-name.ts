/** What a device is, by its User-Agent; the first that fits. iPads call themselves Macs unless their browser is another one. */
const DEVICES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/Macintosh.*(CriOS|FxiOS|EdgiOS)/, 'iPad'],
  [/Android.*Mobile/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh(?!.*(Chrome|Firefox|Edg))/, 'Mac or iPad'],
  [/Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** Most browsers name those that they are derived from, too. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** Longer ones are none of a browser, and would keep the patterns busy. */
const MAX_LENGTH = 500

/**
 * What players recognise a device by: "iPhone, Safari". One of few texts, so that it stores nothing that a caller writes.
 * @returns null for a program that is no browser
 */
export function deviceNameOf(userAgent: string): string | null {
  if (userAgent.length > MAX_LENGTH) return null
  const device = firstThatFits(DEVICES, userAgent)
  const browser = firstThatFits(BROWSERS, userAgent)
  if (device === undefined) return browser ?? null
  return browser === undefined ? device : `${device}, ${browser}`
}

const firstThatFits = (names: typeof DEVICES, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]
