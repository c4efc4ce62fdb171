import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const headingsOf = (page: string): Set<string> =>
  new Set([...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading))

const PAGES: Readonly<Record<string, Set<string>>> = {
  'API.md': headingsOf('mock-server/API.md'),
  'SCREENS.md': headingsOf('client/SCREENS.md'),
}

/** A citation such as `(API.md, The day)`, also over the end of a line of a comment. */
const CITATION = /\b(API\.md|SCREENS\.md),[\s*]+([^().:]+)/g

test('comments cite headings that their page has', () => {
  const sources = ['fixtures', 'mock-server/src', 'scenarios', 'cli/src', 'client/src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map((path) => `${folder}/${path}`),
  )
  const cited = sources.flatMap((path) =>
    [...read(path).matchAll(CITATION)].flatMap(([, page = '', headings = '']) =>
      headings.split(/,[\s*]+/).map((heading) => ({ path, page, heading: heading.trim() })),
    ),
  )
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ page, heading }) => !PAGES[page]?.has(heading))).toEqual([])
})
