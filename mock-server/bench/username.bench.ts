import { faker } from '@faker-js/faker/locale/en'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { mutations } from '../src/rules/username/mutations.fixture.ts'
import { loadUsernameCheck } from '../src/rules/username/username-check.ts'
import { figure } from './figure.ts'

/* Accuracy and speed of the username check. */

const NAMES = 20_000
const SEED = 20261121

const { adjective, noun } = faker.definitions.word
const check = await loadUsernameCheck()
const names = ordinaryNames()
const disguised = mutations().filter((name) => name.length <= 20)
const start = performance.now()
const refused = names.filter((name) => !check(name).ok)
const each = (performance.now() - start) / names.length
const caught = disguised.filter((name) => !check(name).ok)

figure('ordinary names refused', (100 * refused.length) / names.length, '%', 0.5)
figure('disguised bad words caught', (100 * caught.length) / disguised.length, '%', 99, 'at least')
figure('checking a name, mean', each, 'ms', 1)

/** Names of an adjective, a noun and a number, as players make them up. */
function ordinaryNames(): string[] {
  const generator = xoroshiro128plus(SEED)
  const one = (words: readonly string[]): string => {
    const word = words[uniformInt(generator, 0, words.length - 1)] ?? ''
    return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
  }
  const name = () => `${one(adjective)}${one(noun)}${uniformInt(generator, 0, 99)}`
  const found: string[] = []
  while (found.length < NAMES) {
    const next = name()
    if (next.length <= 20) found.push(next)
  }
  return found
}
