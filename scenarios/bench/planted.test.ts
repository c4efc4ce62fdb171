import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { needsHttp, plantedBugs } from './planted.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('each of at least 60 bugs changes a place that the sources contain once, and is code', async () => {
  const bugs = await plantedBugs(root)
  expect(bugs.length).toBeGreaterThanOrEqual(60)
  expect(new Set(bugs.map(({ title }) => title)).size).toBe(bugs.length)
  for (const { title, file, from, to } of bugs) {
    const source = await readFile(join(root, 'mock-server/src', file), 'utf8')
    expect(source.split(from), title).toHaveLength(2)
    const planted = source.replace(from, () => to)
    await expect(transform(planted, { loader: 'ts' }), title).resolves.toBeDefined()
  }
  expect(bugs.filter(needsHttp).length).toBeGreaterThan(0)
})
