import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { POINTS } from './points.ts'
import { SECTIONS, sectionOf } from './sections.ts'

const page = await readFile(new URL('../../mock-server/API.md', import.meta.url), 'utf8')

/** The calls below each heading of the page; none below headings without calls. */
function described(): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let heading = ''
  for (const line of page.split('\n')) {
    heading = /^###? ([A-Z][\w ]+)$/.exec(line)?.[1] ?? heading
    if (heading !== '') found[heading] ??= []
    found[heading]?.push(...(/^<!-- calls: (.+) -->$/.exec(line)?.[1]?.split(' ') ?? []))
  }
  return found
}

test('every heading of API.md but those of controls and types is listed with its calls', () => {
  const { Controls: _, Types: __, ...others } = described()
  expect(SECTIONS).toEqual(others)
})

test.each([
  ['getGame', '$.chain[0].username', 'Results'],
  ['getGame', '$.chain[0].hidden', 'Reports and hiding'],
  ['getToday', '$.word', 'Secrecy'],
  ['getToday', 'header cache-control', 'Requests and responses'],
  ['getToday', 'header x-token-renewed', 'Players and tokens'],
  ['nudge', 'error.code', 'Nudges'],
] as const)('a difference of %s at %s is about %s', (call, place, section) => {
  expect(sectionOf(call, place)).toBe(section)
})

test('every heading has a point', () => {
  const areas = new Set(POINTS.map(({ area }) => area))
  expect(Object.keys(SECTIONS).filter((section) => !areas.has(section as keyof typeof SECTIONS))).toEqual([])
})

test('points have no two rules with the same words, and read the server through the API only', async () => {
  const rules = POINTS.map(({ rule }) => rule)
  expect(rules).toHaveLength(new Set(rules).size)
  const folder = new URL('./', import.meta.url)
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('-points.ts'))) {
    const imported = [...(await readFile(new URL(file, folder), 'utf8')).matchAll(/from '(.+)'/g)]
    const foreign = imported.flatMap(([, path = '']) =>
      /mock-server\/(rules|engine|stores)/.test(path) ? [path] : [],
    )
    expect(foreign, file).toEqual([])
  }
})
