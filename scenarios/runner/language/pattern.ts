import { RE2JS } from 're2js'

/** Text that is a regular expression: its source between slashes, then flags. */
export const PATTERN = /^\/(.+)\/([imsu]*)$/

/** A regular expression with or without slashes. */
export function patternOf(text: string): { readonly source: string; readonly flags: string } {
  const [, source = text, flags = ''] = PATTERN.exec(text) ?? []
  return { source, flags }
}

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
}

/** Matches in linear time, because patterns and texts come from others: RE2 has no lookahead and no backreferences. */
export const matchesPattern = (text: string, source: string, flags = ''): boolean =>
  compiled(source, flags).test(text)

const compiled = (source: string, flags: string): RE2JS =>
  RE2JS.compile(
    RE2JS.translateRegExp(source),
    Array.from(flags).reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0),
  )

/** Why a regular expression is invalid, or null. */
export function regexProblem(source: string, flags = ''): string | null {
  try {
    // JavaScript has the better message for a mistake.
    new RegExp(source, flags)
  } catch (error) {
    const [, reason = ''] = /: ([^:]+)$/.exec((error as Error).message) ?? []
    return `/${source}/ is not a regular expression: ${reason.toLowerCase()}`
  }
  try {
    compiled(source, flags)
    return null
  } catch {
    return `/${source}/ uses something that patterns here do not have: write it without lookahead, lookbehind, backreferences and repeat counts above 1000 (RE2 syntax)`
  }
}
