/**
 * Fills the `{name}` parameters of a path template with percent-encoded values.
 *
 * @throws TypeError if a value is missing.
 */
export function fillPath(template: string, values: Record<string, string | number> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined)
      throw new TypeError(`${template} needs a value for {${name}}: give params: { ${name} }`)
    return encodeURIComponent(value)
  })
}

/** The decoded values of the `{name}` parameters in a path; null if the path does not match the template. */
export function matchPath(template: string, path: string): Record<string, string> | null {
  const wanted = template.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const values: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const here = given[at] ?? ''
    if (!part.startsWith('{')) {
      if (part !== here) return null
      continue
    }
    try {
      values[part.slice(1, -1)] = decodeURIComponent(here)
    } catch {
      return null
    }
  }
  return values
}

/** Whether a path has a pattern's prefix if the pattern ends in `*`, otherwise whether it equals the pattern. */
export const matchesPattern = (path: string, pattern: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern

/** Whether a path of a template can match a pattern. */
export function canMatch(template: string, pattern: string): boolean {
  if (!pattern.endsWith('*')) return matchPath(template, pattern) !== null
  const given = pattern.split('/')
  const filled = template.split('/').map((part, at) => (part.startsWith('{') ? given[at] : part))
  return matchesPattern(filled.join('/'), pattern)
}
