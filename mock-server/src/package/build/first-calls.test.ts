import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { startServer } from '../../server/main.ts'
import { DEMO } from '../../server/worlds/demo-server.fixture.ts'

/* The commands of API.md, First calls. The players of the demo world can sign in. */

const page = await readFile(new URL('../../../API.md', import.meta.url), 'utf8')

test('a device id of the demo world signs in as its player', async () => {
  const [, before = '', after = ''] = /between `(device_\w+_)` and `(_\w+)`, in lower case/.exec(page) ?? []
  const [, first = ''] = /The device id `(\w+)` signs in as Mia/.exec(page) ?? []
  expect(first).toBe(`${before}mia${after}`)
  const [, groups = ''] = /\. ([^.]+)\n?has none\./.exec(page) ?? []
  const hosts = [...groups.matchAll(/(\w[\w ]+?) (?:is the group )?of (\w+)/g)].map(([, group, host]) => [
    host,
    group,
  ])
  expect(hosts).toHaveLength(3)
  const server = await startServer({ port: 0, data: null, ...DEMO })
  onTestFinished(() => server.close())
  const signIn = async (name: string) => {
    const deviceId = `${before}${name.toLowerCase().replace(/[-_]/g, '')}${after}`
    const { token, user, isNewUser } = await createClient({ baseUrl: server.url }).signInDevice({
      body: { deviceId },
    })
    const client = createClient({ baseUrl: server.url, token: () => token })
    const group = user.groupId === null ? null : await client.getGroup({ params: { id: user.groupId } })
    return [user.username, isNewUser, group?.name ?? null]
  }
  for (const [host = '', group] of hosts) expect(await signIn(host)).toEqual([host, false, group])
  expect(await signIn('Robin')).toEqual(['Robin', false, null])
  expect(await signIn('Grandma-Jo')).toEqual(['Grandma-Jo', false, 'Sunday Table'])
  expect(await signIn('Ben_1987')).toEqual(['Ben_1987', false, 'Night Owls'])
})

test('the first calls of API.md draw the first turn of a new group', async () => {
  const [, commands = ''] = /\n## First calls\n.*?```sh\n(.*?)```/s.exec(page) ?? []
  const server = await startServer({ port: 0, data: null })
  onTestFinished(() => server.close())
  const script = commands.replace('http://localhost:4000', server.url)
  // Each response on a line of its own.
  const shell = `curl() { command curl -w '\\n' "$@"; }\n${script}`
  const child = spawn('bash', ['-euo', 'pipefail', '-c', shell], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, warned, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  expect([code, warned]).toEqual([0, ''])
  const replies = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(replies).toEqual([
    expect.objectContaining({ name: 'Owls', memberCount: 1 }),
    expect.objectContaining({ gameId: expect.any(String) }),
    expect.objectContaining({ type: 'drawing', word: expect.any(String) }),
    expect.objectContaining({ hasGame: true, yourStatus: 'playing' }),
    expect.objectContaining({ success: true, gameCompleted: true }),
  ])
})
