import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EXIT } from '../../cli-error.ts'
import { listScenarios } from './scenario-files.ts'

test('a file that exists but cannot be read is not reported as missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-scenario-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const loop = join(folder, 'loop.yaml')
  await symlink(loop, loop)
  await expect(listScenarios([loop])).rejects.toMatchObject({
    exitCode: EXIT.unreadable,
    message: `${loop}: ELOOP.`,
  })
})
