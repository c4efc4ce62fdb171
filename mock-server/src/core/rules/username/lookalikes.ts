/** Letters and digits of usernames that look alike in common fonts, each replaced by one of them (Unicode confusables). */
const SKELETON: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '5': 's',
  '8': 'b',
  '2': 'z',
}
const PAIRS: readonly [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
]

/** The same for names that look alike, such as Grandrna and Grandma. Case counts as alike. */
export function skeletonOf(name: string): string {
  const letters = [...name.toLowerCase()].map((letter) => SKELETON[letter] ?? letter).join('')
  return PAIRS.reduce((text, [pair, letter]) => text.replace(pair, letter), letters)
}

/**
 * A number for each player whose name looks like that of another one, by user id: 1 for the first of them, and so on.
 * Players whose names are unlike all others have none.
 */
export function lookalikeNumbers(
  people: readonly { readonly userId: string; readonly username: string }[],
): ReadonlyMap<string, number> {
  const alike = new Map<string, string[]>()
  for (const { userId, username } of people) {
    const skeleton = skeletonOf(username)
    alike.set(skeleton, [...(alike.get(skeleton) ?? []), userId])
  }
  const groups = [...alike.values()].filter(({ length }) => length > 1)
  return new Map(groups.flatMap((ids) => ids.map((id, at) => [id, at + 1] as const)))
}
