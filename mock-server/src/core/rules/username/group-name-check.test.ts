import { faker } from '@faker-js/faker/locale/en'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadGroupNameCheck } from './group-name-check.ts'
import { mutations } from './mutations.fixture.ts'

const { adjective, noun } = faker.definitions.word
const check = await loadGroupNameCheck()

describe('the group name check', () => {
  it.each([
    'Owls',
    'Friday Night Sketchers',
    'The Dickens Club',
    'Scunthorpe United',
    'class of 99!',
    'Pen Island',
    'Rabbit Chasers',
    'Who Replies?',
    "Let's hit it",
    'Support Group',
    'Test kitchen',
    'Robots & Bots',
    'Familie Groß',
    'Команда мечты',
    'Суббота',
    'Мандарин',
    '字の会',
    '🦊🦉',
    'B@ss players',
    '$5 club',
    'x'.repeat(30),
  ])('accepts %s', (name) => {
    expect(check(name)).toBeNull()
  })

  it.each([
    'fuck',
    'The Fuckers',
    'f u c k',
    'F.U.C.K.',
    'xxx',
    'Club xxx',
    'sh!t happens',
    'sh1t happens',
    'a$$hole club',
    'fu\u200bck',
    'fúçk',
    'ｆｕｃｋ',
    'fuсk', // Contains a Cyrillic letter.
    'n1gger',
    'Les connards',
    'blyat team',
    'na huy',
    'huylo',
    'Сука',
    'клуб сууука',
    'ХУЙ',
  ])('refuses %s', (name) => {
    expect(check(name)).toBe('Group name contains inappropriate content')
  })

  it('refuses at least 99% of disguised bad words', () => {
    const passed = mutations().filter((name) => check(name) === null)
    expect(passed.length / mutations().length).toBeLessThanOrEqual(0.01)
  })

  it('refuses at most 5 of 1,000 ordinary names', () => {
    const word = (words: readonly string[]) => fc.constantFrom(...words)
    const name = fc
      .tuple(word(['The', 'Team', 'Club', 'My', 'Our']), word(adjective), word(noun))
      .map((words) => words.join(' '))
    const names = fc.sample(name, { numRuns: 2000, seed: 13 })
    expect(names.filter((found) => check(found) !== null).length / names.length).toBeLessThanOrEqual(0.005)
  })
})
