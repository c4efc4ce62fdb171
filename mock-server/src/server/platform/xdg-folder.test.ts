import { expect, test } from 'vitest'
import { xdgFolder } from './xdg-folder.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['config', undefined],
  ['./config', undefined],
  ['/home/ann/.config', '/home/ann/.config'],
])('XDG_CONFIG_HOME=%s is %s', (value, folder) => {
  expect(xdgFolder({ XDG_CONFIG_HOME: value }, 'XDG_CONFIG_HOME')).toBe(folder)
})
