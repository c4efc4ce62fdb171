import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const { prune }: { prune: (folder: string, now: number) => Promise<void> } = await import(
  new URL('../prune.mjs', import.meta.url).href
)

const NOW = Date.parse('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000)

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-prune-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, hours: number): Promise<void> {
  await writeFile(join(folder, name), '')
  await utimes(join(folder, name), hoursAgo(hours), hoursAgo(hours))
}

it('removes what is older than a day', async () => {
  await write('old.mjs', 25)
  await write('young.mjs', 23)
  await prune(folder, NOW)
  expect(await readdir(folder)).toEqual(['young.mjs'])
})

it('does not mind others that do the same at the same time', async () => {
  for (let at = 0; at < 100; at++) await write(`old-${at}.mjs`, 25)
  await Promise.all(Array.from({ length: 4 }, () => prune(folder, NOW)))
  expect(await readdir(folder)).toEqual([])
})
