import { expect, it } from 'vitest'
import { someResults, twoSteps } from '../../../testing/builders.ts'
import { captionOf } from './caption.ts'

const URL = 'https://inkling.example/public/results/game1'

it('names the group, the day and the site, without a long address', () => {
  expect(captionOf(someResults(), 'Night Owls', URL)).toMatch(
    /^Night Owls · [^·]*20[^·]* · inkling\.example$/,
  )
})

it('names some of the players where there is no group, and never the house', () => {
  expect(captionOf(someResults(), null, URL)).toMatch(/^Ann, Ben · /)
  const [first, second] = twoSteps()
  const many = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'].map((username) => ({ ...first, username }))
  const chain = [...many, { ...second, username: 'Inky', house: true as const }]
  expect(captionOf(someResults({ chain }), null, URL)).toMatch(/^Ann, Ben, Cleo, 2 more · /)
})
