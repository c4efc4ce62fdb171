import { loadUsernameCheck, type UsernameVerdict } from '@inkling/mock-server/rules/username-check'

let loading: ReturnType<typeof loadUsernameCheck> | null = null

/** The check that client and server share (spec section 5); its word lists are loaded when first asked for. */
export async function judgeUsername(name: string): Promise<UsernameVerdict> {
  loading ??= loadUsernameCheck()
  const check = await loading
  return check(name)
}

const ADJECTIVES = ['Inky', 'Doodly', 'Wiggly', 'Sunny', 'Clever', 'Curious', 'Merry', 'Speedy'] as const
const NOUNS = ['Pencil', 'Otter', 'Crayon', 'Panda', 'Badger', 'Teapot', 'Comet', 'Walrus'] as const

/** One of eight adjectives, one of eight nouns, a number from 1 to 999. `random` gives 0 to below 1. */
export function randomUsername(random: () => number = Math.random): string {
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
  return `${pick(ADJECTIVES)}${pick(NOUNS)}${1 + Math.floor(random() * 999)}`
}
