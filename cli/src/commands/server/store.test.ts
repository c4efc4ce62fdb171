import { expect, test } from 'vitest'
import { progressTo } from './store.ts'

test('the progress of a copy is reported once per 10,000 documents of a collection, whatever the size of pages', () => {
  const said: string[] = []
  const report = progressTo((text) => said.push(text))
  const copied = { users: 10_050, games: 25_125 }
  for (const [collection, total] of Object.entries(copied)) {
    for (let documents = 67; documents <= total; documents += 67) {
      report({ collection, documents })
    }
  }
  expect(said).toEqual(['users: 10050', 'games: 10050', 'games: 20033'])
})
