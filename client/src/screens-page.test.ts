import { expect, test } from 'vitest'
import page from '../SCREENS.md?raw'
import { PATHS } from './paths.ts'
import { KEY } from './platform/storage.ts'

/** The first column of the table below a heading. */
function firstColumn(heading: string): string[] {
  const [, section = ''] = page.split(`## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return [...own.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell = '']) => cell)
}

test('SCREENS.md lists every route and every stored key, and no other', () => {
  expect(firstColumn('Routes')).toEqual(Object.values(PATHS))
  expect(firstColumn('Local storage')).toEqual(Object.values(KEY))
})

test('SCREENS.md quotes texts that the source has', () => {
  const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const source = Object.values(sources).join('\n').replace(/\s+/g, ' ').replaceAll("\\'", "'")
  const quoted = [...page.replace(/\s+/g, ' ').matchAll(/"([^"]+)"/g)].flatMap(([, text = '']) =>
    text.split(/\{\w+\}|\.\.\./).map((part) => part.trim()),
  )
  expect(quoted.length).toBeGreaterThan(30)
  expect(quoted.filter((part) => !source.includes(part))).toEqual([])
})
