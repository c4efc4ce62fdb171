import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
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

test('every heading of API.md with rules that a caller can check is listed with its calls', () => {
  const { 'First calls': _, Controls: __, ...others } = described()
  expect(SECTIONS, 'list heading and calls in conform/sections.ts').toEqual(others)
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

test('the contents of API.md link every heading', () => {
  const anchors = Array.from(page.matchAll(/^###? (.+)$/gm), ([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  )
  const without = anchors.filter((anchor) => !page.includes(`(#${anchor})`))
  expect(without, 'link them at the top of the page').toEqual([])
})

test('every heading has a point', () => {
  const areas = new Set(POINTS.map(({ area }) => area))
  const without = Object.keys(SECTIONS).filter((section) => !areas.has(section as keyof typeof SECTIONS))
  expect(without, 'write a point in a file of conform/points.ts').toEqual([])
})

/** The sentences of the prose below each heading of the page with rules that a caller can check. */
function sentences(): Record<string, string[]> {
  const prose = page
    .replace(/<!-- calls:[\s\S]*?<!-- \/calls -->/g, '')
    .replace(/^(\|.*|```[\s\S]*?^```)$/gm, '')
  const parts = prose.split(/^###? ([A-Z][\w ]+)$/m)
  const sections = parts.flatMap((heading, at) => {
    if (at % 2 === 0 || !(heading in SECTIONS)) return []
    const paragraphs = (parts[at + 1] ?? '').split(/\n\s*\n|\n(?=- )/)
    const lines = paragraphs.map((each) => each.trim().replace(/\s+/g, ' ').replace(/^- /, ''))
    const found = lines.flatMap((line) => line.split(/(?<=\.)\s+(?=[A-Z`'(])/)).filter((each) => each !== '')
    return found.length === 0 ? [] : [[heading, found] as const]
  })
  return Object.fromEntries(sections)
}

/** The beginning of a sentence, and the beginning of the rule of its point, or why there is none. */
type Promises = Record<string, Record<string, string | { why: string }>>

test('every sentence of API.md has a point, or a reason why a caller cannot check it', async () => {
  const promises: Promises = parse(await readFile(new URL('./promises.yaml', import.meta.url), 'utf8'))
  const unlisted = Object.entries(sentences()).flatMap(([heading, found]) =>
    found.filter(
      (sentence) => !Object.keys(promises[heading] ?? {}).some((start) => sentence.startsWith(start)),
    ),
  )
  expect(unlisted, 'list them in promises.yaml').toEqual([])
  const listed = Object.entries(promises).flatMap(([heading, entries]) =>
    Object.entries(entries).map(([start, answer]) => ({ heading, start, answer })),
  )
  const stale = listed.filter(
    ({ heading, start }) => !sentences()[heading]?.some((sentence) => sentence.startsWith(start)),
  )
  expect(stale, 'API.md no longer says this').toEqual([])
  const pointless = listed.filter(
    ({ answer }) => typeof answer === 'string' && !POINTS.some(({ rule }) => rule.startsWith(answer)),
  )
  expect(pointless, 'there is no such point').toEqual([])
  const reasons = listed.filter(({ answer }) => typeof answer !== 'string')
  expect(reasons.length).toBeLessThan(listed.length / 5)
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
