import { expect, test } from 'vitest'
import { capacityOf } from './capacity.ts'

const warning = (players: number, games: number) => capacityOf({ players, games }, 'data').warning

test('there is no warning below 80 %', () => {
  expect(warning(7_999, 79_999)).toBeNull()
})

test('from 80 % on, the warning names what is scarcest, and the command that moves the data', () => {
  const command = 'Move it to PostgreSQL: `inkling store copy --from data --to postgres://user@host/inkling`'
  expect(warning(10, 83_000)).toBe(
    `The data folder data has 83,000 of the 100,000 games that the embedded store is made for. ${command}`,
  )
  expect(warning(12_000, 83_000)).toMatch(/has 12,000 of the 10,000 players that/)
})
