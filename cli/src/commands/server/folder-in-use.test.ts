import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from '../../binary.fixture.ts'

test('one of several servers that start at the same time gets the data folder of a killed one', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-together-'))
  const serve = () => start(['serve', '--port', '0', '--data', 'data'], { cwd })
  const killed = serve()
  await killed.firstLine
  killed.process.kill('SIGKILL')
  await killed.ended

  const together = Array.from({ length: 3 }, serve)
  try {
    const outcomes = await Promise.all(
      together.map(({ firstLine, ended }) => Promise.race([firstLine.then(() => null), ended])),
    )
    const refused = outcomes.filter((outcome) => outcome !== null)
    expect(refused).toHaveLength(2)
    for (const { code, stderr } of refused) {
      expect(code).toBe(3)
      expect(stderr).toMatch(/^inkling: The data folder data is in use by process \d+ on \S+\. Stop it/)
    }
  } finally {
    for (const { process } of together) process.kill('SIGTERM')
    await Promise.all(together.map(({ ended }) => ended))
    await rm(cwd, { recursive: true, force: true })
  }
})
