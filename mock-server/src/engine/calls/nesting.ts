/** Bodies of the API have at most six levels; the recursion of JSON.stringify and of schemas ends at some thousands. */
export const MAX_NESTING = 32

/** Whether a value from JSON is nested more deeply than {@link MAX_NESTING}. Walks it level by level, without recursion. */
export function isNestedTooDeeply(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MAX_NESTING && level.length > 0; depth++)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  return level.length > 0
}
