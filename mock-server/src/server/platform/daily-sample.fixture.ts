const { INKLING_TEST_SEED = '', INKLING_TEST_ALL } = process.env

/**
 * One of `parts` parts of the cases, a different one each day; all with INKLING_TEST_ALL=1. For what holds for each case,
 * see .config/vitest.config.ts.
 */
export function dailySample<T>(cases: readonly T[], parts: number): readonly T[] {
  if (INKLING_TEST_ALL === '1') return cases
  return cases.filter((_, at) => at % parts === Number(INKLING_TEST_SEED) % parts)
}
