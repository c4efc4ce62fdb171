import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from './binary.fixture.ts'

test('a server that receives two signals still stops cleanly', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-stop-'))
  const server = start(['serve', '--data', 'data', '--port', '0'], { cwd })
  await server.firstLine
  // A supervisor may signal every process of the tree, and the parent may pass its signal on.
  server.process.kill('SIGTERM')
  server.process.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect(stderr).toContain('Stopped by SIGTERM.')
  expect(code).toBe(0)
  await rm(cwd, { recursive: true, force: true })
})
