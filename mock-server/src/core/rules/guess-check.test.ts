import { words } from '@inkling/fixtures/words'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadLexicon } from '../scoring/lexicon-file.ts'
import { synonymNames } from '../scoring/words/synonyms.ts'
import { loadGuessCheck } from './guess-check.ts'
import { mutations } from './username/mutations.fixture.ts'

let check: Awaited<ReturnType<typeof loadGuessCheck>>
beforeAll(async () => {
  check = await loadGuessCheck()
})

const refused = (guesses: readonly string[], isPublic = true) =>
  guesses.filter((guess) => check(guess, isPublic) !== null)

/** The guesses of a list. */
const of = (list: string) => list.split(' | ')

test('every word of the game and every name that the scorer knows for one passes', () => {
  expect(refused(words.map(({ word }) => word))).toEqual([])
  expect(refused([...synonymNames()])).toEqual([])
})

test('of 48,860 ordinary words and phrases, fewer than 1 in 500 are refused', () => {
  const { entries } = loadLexicon()
  expect(refused(entries).length / entries.length).toBeLessThan(1 / 500)
})

test.each(
  of(
    'an ass | a class of grass | Scunthorpe | cockpit | shiitake | dickens | pen is blue | St. Bernard | ' +
      'pi is 3.14159 | the year 1984 | chat noir | русалка | a peacock and a titmouse | Moby Dick | ' +
      'Dick Van Dyke | pussy cat | blue footed booby | cul-de-sac | a chink in his armor | bastard sword | ' +
      'jelly donut | magic wand | spices | a t shirt | wash it | 1,000,000 dollars | war of 1914-1918 | ' +
      '3.14159265 | Mr.Bean | cat #1 | telegram pole | snap 2 fingers | хохолок | чайник | жидкость | ' +
      'horny toad | a rooster or cock | the A55 | a pin prick | new year 31.12.1999 | ' +
      'moon landing 1969-07-20 | world cup 2018 2022',
  ),
)('%s passes', (guess) => {
  expect(check(guess, true)).toBeNull()
})

test.each(
  of(
    'fuck you | F.U.C.K | f u c k | sh1t | SHIIIT | fück | fucking cat | you are a b!tch | putain | ' +
      'сука | fuсk | thefuck | n1gger | nazi | kys | kill your self | dickhead | niggas | salope | ' +
      'nique ta mère | suka blyat | пидорасом | ёбаный | пи3да | x y й | xуй | fu ck | b itch | f*ck | ' +
      'f**k | fµck | fսck | ѕhit | bіtch | pornhub | pissed off | cock sucker | c0ck sucker | c0ck | ' +
      'pr1ck | wtf | Arschloch | scheiße | hijo de puta',
  ),
)('%s costs no attempt', (guess) => {
  expect(check(guess, false)).toBe('Please keep it family-friendly')
})

test('at least 90 % of disguised bad words are caught', () => {
  const all = mutations()
  expect(refused(all).length / all.length).toBeGreaterThan(0.9)
})

describe('in public games', () => {
  test.each(
    of(
      'call 555 123 4567 | +49 (151) 234-5678 | see https://example.org/x | www.example | example.com | ' +
        'me@example.org | @some_handle | add me @handle.7 | t.me/mia | foo。com | ftp://foo | пример.рф | ' +
        'insta: mia | 06.12.34.56.78 | 06-12-34-56-78 | 127.0.0.1 | mia at gmail com | example dot com | ' +
        'mia#1234 | insta: mia_g | ٥٥٥ ١٢٣ ٤٥٦٧',
    ),
  )('%s is refused', (guess) => {
    expect(check(guess, true)).toBe('Guesses cannot contain links or contact details')
    expect(check(guess, false)).toBeNull()
  })
})
