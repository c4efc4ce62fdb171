import { expect, it } from 'vitest'
import { avatarOptions, randomAvatar } from './avatar-options.ts'

it('gives every drawn avatar a distinct name', () => {
  const labels = avatarOptions('custom', '', 'https://inkling.example').map(({ label }) => label)
  expect(labels).toHaveLength(20)
  expect(new Set(labels).size).toBe(20)
})

it('chooses another drawn avatar at random', () => {
  const [first, second] = avatarOptions('custom', '', 'https://inkling.example').map(({ url }) => url)
  expect(randomAvatar('https://inkling.example', () => 0)).toBe(first)
  expect(randomAvatar('https://inkling.example', () => 0, first)).toBe(second)
})
