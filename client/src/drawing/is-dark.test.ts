import { PALETTE } from '@inkling/mock-server/contract/constants'
import { expect, it } from 'vitest'
import { isDark } from './is-dark.ts'

it('a colour is dark where white has the higher contrast', () => {
  const dark = PALETTE.filter(({ hex }) => isDark(hex)).map(({ name }) => name)
  expect(dark).toEqual(['black', 'purple', 'brown'])
})
