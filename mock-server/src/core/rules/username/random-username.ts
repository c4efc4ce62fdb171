const ADJECTIVES = ['Inky', 'Doodly', 'Wiggly', 'Sunny', 'Clever', 'Curious', 'Merry', 'Speedy'] as const
const NOUNS = ['Pencil', 'Otter', 'Crayon', 'Panda', 'Badger', 'Teapot', 'Comet', 'Walrus'] as const
const HIGHEST_NUMBER = 999

/**
 * A random username: an adjective, a noun and a number from 1 to 999.
 *
 * @param random returns a number in [0, 1).
 */
export function randomUsername(random: () => number): string {
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
  return `${pick(ADJECTIVES)}${pick(NOUNS)}${1 + Math.floor(random() * HIGHEST_NUMBER)}`
}
