import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInProcessServer } from '@inkling/mock-server/in-process'
import { expect, test } from 'vitest'
import { programFixture, type RecordedServer, recordCalls } from '../../program.fixture.ts'

const servers: Record<string, RecordedServer> = {}
const { run, folder } = programFixture(servers)

test('a find that does not come again is a failed case in the reports for CI', async () => {
  const { fetch } = createInProcessServer({ seed: 'once', clock: '2026-03-07T12:00:00-05:00' })
  let looks = 0
  // One response leaks the word.
  servers['once.test'] = recordCalls(async (input, init) => {
    const response = await fetch(input, init)
    const isLook = new URL(String(input)).pathname === '/api/game/today' && response.ok
    if (!isLook || ++looks !== 20) return response
    return Response.json({ ...(await response.json()), word: 'leaked' }, { headers: response.headers })
  })
  const [junit, html] = [join(folder, 'finds.xml'), join(folder, 'finds.html')]
  const { code, stdout, stderr } = await run([
    ...[
      'explore',
      '--target',
      'http://once.test',
      '--yes',
      '--seed',
      '1',
      '--actions',
      '200',
      '--max-finds',
      '1',
    ],
    ...['--out', folder, '--report', `junit=${junit}`, '--report', `html=${html}`],
  ])
  expect({ code, said: stdout + stderr }).toMatchObject({ code: 5 })
  const cases = await readFile(junit, 'utf8')
  expect(cases).toContain('failures="1"')
  for (const report of [cases, await readFile(html, 'utf8')]) {
    expect(report).toContain('GET /api/game/today: word')
    expect(report).toContain('the same steps did not show it again')
  }
})
