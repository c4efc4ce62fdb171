import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { afterAll, describe, expect, test } from 'vitest'
import { start } from './binary.fixture.ts'
import { programFixture, recordedServer } from './program.fixture.ts'

/* Files of worlds on a file system of 96 kB that is full, as the kernel sees it. */

/** Of this machine; commands in this process have another one. */
const transport = fetch
const { run } = programFixture({ 'localhost:4000': recordedServer() })
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

/** Takes every byte that is left. */
function fill(): void {
  try {
    for (;;) appendFileSync(join(disk, 'other'), Buffer.alloc(4096))
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  }
}

describe.skipIf(problem !== null)(
  `on a full disk${problem === null ? '' : ` (not run: it cannot be mounted: ${problem})`}`,
  () => {
    test('world export leaves the file that is there, and nothing else', async () => {
      const file = join(disk, 'good.ndjson')
      writeFileSync(file, 'an earlier world\n')
      fill()
      const { code, stderr } = await run(['world', 'export', file])
      expect(stderr).toContain('good.ndjson: ENOSPC: no space left on device')
      expect(code).toBe(1)
      expect(readFileSync(file, 'utf8')).toBe('an earlier world\n')
      expect(readdirSync(disk).sort()).toEqual(['good.ndjson', 'other'])
    })

    test('--save-on-exit leaves the old file, and writes the world to another place', async () => {
      const file = join(disk, 'world.json')
      rmSync(join(disk, 'other'), { force: true })
      expect((await run(['world', 'export', file])).code).toBe(0)
      const before = readFileSync(file, 'utf8')
      const words = ['serve', '--memory', '--world', file, '--save-on-exit', '--port', '0']
      const server = start(words, { cwd, env: { TMPDIR: cwd } })
      const baseUrl = (await server.firstLine).split(' ').at(-1) ?? ''
      await createClient({ baseUrl, fetch: transport }).signInDevice({
        body: { deviceId: 'device_of_a_full_disk' },
      })
      fill()
      server.process.kill('SIGTERM')
      const { code, stderr } = await server.ended
      const [, rescued = ''] = /is unchanged: the world is in (\S+) \(?/.exec(stderr) ?? []
      expect(rescued, stderr).toMatch(new RegExp(`^${cwd}/world-\\d+\\.ndjson$`))
      expect(code).not.toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(before)
      expect(readdirSync(disk).filter((name) => name.startsWith('world'))).toEqual(['world.json'])
      expect(readFileSync(rescued, 'utf8').match(/"users":/g)).toHaveLength(1)
    })
  },
)
