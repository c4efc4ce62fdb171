import { expect, it } from 'vitest'
import { avatarOptions } from './avatar-options.ts'

it('gives every drawn avatar a distinct name', () => {
  const labels = avatarOptions('custom', '', 'https://inkling.example').map(({ label }) => label)
  expect(labels).toHaveLength(20)
  expect(new Set(labels).size).toBe(20)
})
