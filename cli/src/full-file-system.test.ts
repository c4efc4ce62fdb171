import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { startServer } from '@inkling/mock-server/server'
import { DEMO } from '@inkling/mock-server/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { inkling, start } from './binary.fixture.ts'

/* Files of worlds on a file system of 96 kB that is full, as the kernel sees it. */

const cwd = mkdtempSync(join(tmpdir(), 'inkling-full-'))
const disk = join(cwd, 'disk')
mkdirSync(disk)
const problem = mounted()
afterAll(() => {
  if (problem === null) execFileSync('umount', [disk])
  rmSync(cwd, { recursive: true, force: true })
})

/** Mounts the file system. @returns why it cannot, such as the missing right of a user who is not root; null if it is there. */
function mounted(): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96k', 'tmpfs', disk], { stdio: 'pipe' })
    return null
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr ?? error).trim()
  }
}

/** Leaves less space than a world takes. */
const fill = () => writeFileSync(join(disk, 'other'), Buffer.alloc(80_000))

describe.skipIf(problem !== null)(
  `on a full disk${problem === null ? '' : ` (not run: it cannot be mounted: ${problem})`}`,
  () => {
    test('world export leaves the file that is there, and nothing else', async () => {
      const server = await startServer({ port: 0, data: null, adminKey: 'key-of-the-disk', ...DEMO })
      writeFileSync(join(disk, 'good.ndjson'), 'an earlier world\n')
      fill()
      const words = ['world', 'export', join(disk, 'good.ndjson'), '--target', server.url]
      const { code, stderr } = await inkling(words, { cwd, env: { INKLING_ADMIN_KEY: 'key-of-the-disk' } })
      await server.close()
      expect(stderr).toContain('good.ndjson: ENOSPC: no space left on device')
      expect(code).toBe(1)
      expect(readFileSync(join(disk, 'good.ndjson'), 'utf8')).toBe('an earlier world\n')
      expect(readdirSync(disk).sort()).toEqual(['good.ndjson', 'other'])
    })

    test('--save-on-exit leaves the old file, and writes the world to another place', async () => {
      const file = join(disk, 'world.json')
      writeFileSync(file, '')
      rmSync(join(disk, 'other'), { force: true })
      rmSync(file)
      const words = ['serve', '--memory', '--world', file, '--save-on-exit', '--port', '0']
      const first = start(words, { cwd, env: { TMPDIR: cwd } })
      const baseUrl = (await first.firstLine).split(' ').at(-1) ?? ''
      await createClient({ baseUrl, fetch }).signInDevice({ body: { deviceId: 'device_of_a_full_disk' } })
      first.process.kill('SIGTERM')
      expect((await first.ended).code).toBe(0)
      const before = readFileSync(file, 'utf8')

      const second = start(words, { cwd, env: { TMPDIR: cwd } })
      const url = (await second.firstLine).split(' ').at(-1) ?? ''
      await createClient({ baseUrl: url, fetch }).signInDevice({ body: { deviceId: 'device_of_the_second' } })
      // Every byte of it.
      try {
        for (let at = 0; ; at++) writeFileSync(join(disk, `more${at}`), Buffer.alloc(4096))
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
      }
      second.process.kill('SIGTERM')
      const { code, stderr } = await second.ended
      const [, rescued = ''] = /is unchanged: the world is in (\S+) \(?/.exec(stderr) ?? []
      expect(rescued, stderr).toMatch(new RegExp(`^${cwd}/world-\\d+\\.ndjson$`))
      expect(code).not.toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(before)
      expect(readdirSync(disk).filter((name) => name.startsWith('world'))).toEqual(['world.json'])
      expect(readFileSync(rescued, 'utf8').match(/"users":/g)).toHaveLength(2)
    })
  },
)
