import { GROUP } from './constants.ts'

/** Cleans a typed join code as the join field does: upper case, A-Z and 0-9 only, at most 6. */
export function cleanGroupCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, GROUP.codeLength)
}

const LOOKALIKES = ['O0', 'I1', 'S5', 'B8']

/** All codes that look like this one, itself first: earlier codes may contain letters and digits that look alike. */
export function codesLike(code: string): string[] {
  return [...code].reduce<string[]>(
    (codes, letter) => {
      const pair = LOOKALIKES.find((each) => each.includes(letter)) ?? letter
      const letters = [letter, ...pair.replace(letter, '')]
      return letters.flatMap((each) => codes.map((start) => start + each))
    },
    [''],
  )
}
