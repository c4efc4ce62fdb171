import { faker } from '@faker-js/faker/locale/en'
import { expect, test } from 'vitest'
import { loadGuessCheck } from '../guess-check.ts'
import { loadGroupNameCheck } from '../username/group-name-check.ts'
import { loadUsernameCheck } from '../username/username-check.ts'
import { disguisedContacts } from './contact-details.fixture.ts'
import { hasContactDetails } from './contact-details.ts'
import { ORDINARY_GROUP_NAMES, ORDINARY_GUESSES, ORDINARY_USERNAMES } from './ordinary.fixture.ts'

const checkUsername = await loadUsernameCheck()
const checkGroupName = await loadGroupNameCheck()
const checkGuess = await loadGuessCheck()

test.each(
  (
    'snap_jenny12 ig-jenny2010 call_5550134 tel-0151-2345678 www-evil-com jenny12_snap insta_jenny_12 SnapJenny12 1nsta_jen12 ' +
    'sn4p-jen12 dc-jen99 AddMeOnSnap jenny_at_gmail jenny-gmail-com evil_dot_com evil-com insta_jenny_smith instajenny12 jenny12snap'
  ).split(' '),
)('%s is refused as a username, a group name and a public guess', (name) => {
  expect(checkUsername(name)).toMatchObject({
    ok: false,
    message: 'Username cannot contain links or contact details',
    suggestions: [expect.any(String), expect.any(String), expect.any(String)],
  })
  expect(checkGroupName(name)).toBe('Group name cannot contain links or contact details')
  expect(checkGuess(name, true)).toBe('Guesses cannot contain links or contact details')
  expect(checkGuess(name, false)).toBeNull()
})

test.each([
  'my snap is jenny_12',
  'my snap is jenny',
  'insta jenny.smith',
  'insta: jenny',
  'jenny gmail com',
  'd1scord jen12',
  'follow me on insta',
  'jenny_12 is my insta',
  's n a p jenny12',
  'ѕnap jenny12', // Begins with a Cyrillic letter.
  '$nap jenny12',
  'tik tok jen12',
  'discord gg abc',
  'jenny dot smith at gmail dot com',
  'jenny at evil dot com',
  'five five five oh one three four',
  'text 555 and then 0134',
  '555o134',
  'add me on discord jen',
])('the guess "%s" is refused in public games', (guess) => {
  expect(checkGuess(guess, true)).toBe('Guesses cannot contain links or contact details')
  expect(checkGroupName(guess)).toBe('Group name cannot contain links or contact details')
})

test('at least 95 % of disguised contact details are found', () => {
  const all = disguisedContacts()
  expect(all.filter(hasContactDetails).length / all.length).toBeGreaterThan(0.95)
})

test('ordinary names and guesses with words that look like contact details pass', () => {
  const count = ORDINARY_USERNAMES.length + ORDINARY_GROUP_NAMES.length + ORDINARY_GUESSES.length
  expect(count).toBeGreaterThan(400)
  expect(ORDINARY_USERNAMES.filter((name) => !checkUsername(name).ok)).toEqual([])
  expect(ORDINARY_GROUP_NAMES.filter((name) => checkGroupName(name) !== null)).toEqual([])
  expect(ORDINARY_GUESSES.filter((guess) => checkGuess(guess, true) !== null)).toEqual([])
})

test('no name of an adjective, a noun and a number gives contact details', () => {
  const { adjective, noun } = faker.definitions.word
  const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`
  const found = adjective.flatMap((word, at) =>
    ['', '_', '-']
      .map((between) => `${capital(word)}${between}${capital(noun[at % noun.length] ?? '')}${at % 100}`)
      .filter(hasContactDetails),
  )
  expect(found).toEqual([])
})
