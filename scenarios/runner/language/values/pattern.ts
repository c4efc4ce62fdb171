import { AsyncLocalStorage } from 'node:async_hooks'
import { createContext, Script } from 'node:vm'
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

/** The time limit of patterns outside of {@link withDeadline}, in milliseconds. */
const LIMIT_MS = 10_000

/** A pattern that takes longer than its step may. */
export class PatternTimeout extends Error {
  override name = 'PatternTimeout'

  constructor(source: string) {
    super(`timed out while matching /${source}/: simplify it, or match a shorter text`)
  }
}

const deadlines = new AsyncLocalStorage<number>()

/**
 * Runs work whose patterns must have matched by a time.
 * @param at on the clock of `performance.now()`
 */
export const withDeadline = <T>(at: number, work: () => T): T => deadlines.run(at, work)

// Nothing else interrupts code that runs without a break.
const context = createContext({ match: () => false })
const script = new Script('match()')

/**
 * Matches in linear time, because patterns and texts come from others: RE2 has no lookahead and no backreferences.
 * @throws {PatternTimeout} at the deadline, since a long text takes long all the same.
 */
export function matchesPattern(text: string, source: string, flags = ''): boolean {
  const left = (deadlines.getStore() ?? performance.now() + LIMIT_MS) - performance.now()
  context.match = () => compiled(source, flags).test(text)
  try {
    return script.runInContext(context, { timeout: Math.max(1, Math.ceil(left)) })
  } catch (error) {
    const isLate = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    throw isLate ? new PatternTimeout(source) : error
  } finally {
    context.match = undefined
  }
}

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
