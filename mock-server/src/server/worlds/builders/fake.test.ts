import { faker } from '@faker-js/faker/locale/en'
import { expect, test } from 'vitest'
import { pluralOf } from './fake.ts'

const animals: readonly string[] = faker.rawDefinitions.animal?.type ?? []

test('groups are named after butterflies and wolves', () => {
  expect(['butterfly', 'wolf', 'fish', 'monkey'].map(pluralOf)).toEqual([
    'butterflies',
    'wolves',
    'fish',
    'monkeys',
  ])
})

test('every animal of Faker has its plural', () => {
  expect(animals.length).toBeGreaterThan(20)
  // Endings to which English does not add a mere s, and animals that are the same in the plural.
  const wrong = animals.filter(
    (animal) =>
      /([^aeiou]y|s|x|z|ch|sh|[^f]fe?|mouse|goose|deer|fish|sheep)$/.test(animal) &&
      pluralOf(animal) === `${animal}s`,
  )
  expect(wrong).toEqual([])
})
