import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { loadSizes } from '../driver/load-sizes.ts'
import { dist } from '../driver/server.ts'

/** Strings that occur only in code that the bundle must not contain. */
const EXCLUDED = {
  msw: ['mockServiceWorker', 'msw/'],
  'the demo': ['demo-world.json', 'demo_'],
  'the engine': ['token secret', 'gamesToClose'],
  'the debug menu': ['Debug Menu', 'debug-menu', 'Group membership'],
  DiceBear: ['dicebear', 'shapeColor'],
}

for (const [name, marks] of Object.entries(EXCLUDED)) {
  test(`the bundle does not contain ${name}`, () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|css|html)$/.test(file),
    )
    expect(files.length).toBeGreaterThan(10)
    const found = files.flatMap((file) => {
      const text = readFileSync(join(dist, file), 'utf8')
      return [file, text].some((place) => marks.some((mark) => place.includes(mark))) ? [file] : []
    })
    expect(found).toEqual([])
  })
}

test('what the first screen and a drawing turn load stays small', () => {
  const tooLarge = loadSizes(dist).filter(({ bytes, max }) => bytes > max)
  expect(tooLarge).toEqual([])
})
