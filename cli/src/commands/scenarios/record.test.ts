import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { clientOf, type ServerAccess } from '@inkling/mock-server/contract/client/client'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { Bot } from '@inkling/scenarios/bots/bot'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { fastPace } from '@inkling/scenarios/bots/pace'
import { PERSONAS } from '@inkling/scenarios/bots/personas'
import { startProxy } from '@inkling/scenarios/record/proxy'
import { Recorder } from '@inkling/scenarios/record/recorder'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { start } from '../../binary.fixture.ts'
import { certificate } from '../../calls/certificate.fixture.ts'
import { programFixture, type RecordedServer, recordCalls } from '../../program.fixture.ts'
import { OPERATIONS } from '../../safety/operations.ts'

/* The real binary records players as a scenario, which replays on a fresh world. */

/** Two names of groups and a guess that mean something in a scenario. */
const TYPED = [`$\{asset..env}`, `Cats $\{dogs} club`, '$.code'] as const

const servers: Record<string, RecordedServer> = {}
const { run, folder } = programFixture(servers)
let server: RunningServer

beforeAll(async () => {
  server = await startServer({ port: 0, data: null, seed: 'record', clock: '2026-03-07T12:00:00-05:00' })
})

afterAll(() => server.close())

const sketchbook = loadSketchbook()
const botOf = (name: string, access: ServerAccess) =>
  new Bot({ name, access, persona: PERSONAS.steady, sketchbook, pace: fastPace, seed: `record/${name}` })

async function newBot(name: string, access: ServerAccess): Promise<Bot> {
  const bot = botOf(name, access)
  await bot.signInAsNew()
  await bot.introduce({ username: name, avatar: '🦊' })
  return bot
}

test('a recording of turns, refusals and reactions passes, and contains no ids, tokens or devices', async () => {
  const key = server.adminKey ?? ''
  const record = ['scenario', 'record', 'turn.yaml', '--port', '0', '--target', server.url]
  const recording = start(record, { cwd: folder, env: { INKLING_ADMIN_KEY: key } })
  const baseUrl = (await recording.firstLine).split(' ').at(-1) ?? ''
  const proxy = await httpTarget({ baseUrl, fetch })
  for (const url of [server.url, baseUrl]) servers[new URL(url).host] = recordCalls(fetch)
  const { stderr } = await run(['clock', 'show', '--target', baseUrl], { INKLING_ADMIN_KEY: key })
  expect(stderr).toBe('')
  const [ann, ben] = [await newBot('ann', proxy), await newBot('ben', proxy)]
  const { code } = await ann.client.createGroup({ body: { name: 'Owls' } })
  await expect(ben.client.joinGroup({ body: { code: 'ZZZZZ0' } })).rejects.toThrow()
  await ben.client.joinGroup({ body: { code: code.toLowerCase() } })
  await ann.client.jumpIn()
  const { gameId } = await ann.playTurn()
  for (let polls = 0; polls < 5; polls++) await ben.client.getToday()
  await ben.playTurn()
  const refused = { method: 'POST', headers: { 'x-admin-key': 'not the key of this server' } }
  expect((await fetch(`${baseUrl}/api/admin/trigger-daily-games`, refused)).status).toBe(403)
  const invalid = { headers: { authorization: 'Bearer bogus.x.y' } }
  expect((await fetch(`${baseUrl}/api/user/profile`, invalid)).status).toBe(401)
  const unknown = { headers: { authorization: `Bearer ${ben.token}` } }
  expect((await fetch(`${baseUrl}/api/game/${gameId}/no-such-path`, unknown)).status).toBe(404)
  expect((await fetch(`${baseUrl}/favicon.ico`)).status).toBeLessThan(500)
  await ben.client.getGame({ params: { id: gameId } })
  const listening = await proxy.listen?.(gameId, ben.token ?? '')
  await ann.client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  await listening?.next(AbortSignal.timeout(15_000))
  listening?.close()
  await ann.client.getHistory({ query: {} })
  recording.process.kill('SIGINT')
  expect(await recording.ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^4 +GET \/api\/game\/today +the response is the same as before$[\s\S]+^\d+ +pages and files +not part of the API$[\s\S]+2 players, 1 drawing\./m,
    ),
  })

  const text = await readFile(join(folder, 'turn.yaml'), 'utf8')
  expect(text).not.toContain('$schema')
  const again = await run(record.with(2, join(folder, 'turn.yaml')))
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('overwrite it with --replace') })
  for (const secret of [ann.token, ben.token, ann.deviceId, ben.deviceId, gameId, code]) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toContain('bogus')
  expect(text).toContain('AUTH_INVALID')
  expect(text.match(/do: today/g)).toHaveLength(1)
  expect(await readdir(join(folder, 'turn.assets'))).toEqual(['drawing-1.png', 'world.json'])
  const replay = await run(['scenario', 'run', join(folder, 'turn.yaml'), '--seed', 'another'])
  expect(replay.stdout).not.toContain('✗')
  expect(replay.code, text).toBe(0)
})

test('a recording ends with its terminal: no device, key or decision of anybody is in it, and it replays what players typed', async () => {
  const adminKey = server.adminKey ?? ''
  const direct = await httpTarget({ baseUrl: server.url, fetch })
  const before = [
    await newBot('dan', direct),
    await newBot('eve', direct),
    await newBot('fay', direct),
  ] as const
  const [dan, eve, fay] = before
  for (const bot of before) {
    const token = JSON.stringify({
      endpoint: `https://push.example/hush-${bot.name}`,
      keys: { p256dh: `hush-${bot.name}`, auth: 'hush' },
    })
    await bot.client.registerToken({ body: { token, platform: 'web', deviceId: bot.deviceId } })
  }
  const { code } = await dan.client.createGroup({ body: { name: 'Owls of Dan' } })
  await eve.client.joinGroup({ body: { code } })
  await fay.client.createGroup({ body: { name: 'Hush of Fay' } })
  await fay.client.block({ body: { userId: dan.user.id } })
  const hashes = before.map(({ deviceId }) => createHash('sha256').update(deviceId).digest('hex'))

  const env = { INKLING_ADMIN_KEY: adminKey }
  const record = ['scenario', 'record', 'typed.yaml', '--port', '0', '-o', 'json', '--target', server.url]
  const recording = start(record, { cwd: folder, env })
  const [, baseUrl = ''] = await vi.waitUntil(() => /^Play at (\S+)\n/.exec(recording.warned()), {
    // It may have to be built first.
    timeout: 100_000,
  })
  const proxy = await httpTarget({ baseUrl, fetch })
  const danThere = botOf('dan', proxy)
  await danThere.signIn(dan.deviceId)
  await danThere.client.getGroup({ params: { id: dan.user.groupId ?? danThere.user.groupId ?? '' } })
  await writeFile(join(folder, '.env'), 'SECRET=hush')
  const [gus, hal] = [await newBot('gus', proxy), await newBot('hal', proxy)]
  const group = await gus.client.createGroup({ body: { name: TYPED[0] } })
  const { id } = await hal.client.createGroup({ body: { name: TYPED[1] } })
  await hal.client.leaveGroup({ params: { id } })
  await hal.client.joinGroup({ body: { code: group.code } })
  await clientOf({ ...proxy, adminKey }).triggerDailyGames()
  await gus.playTurn()
  await hal.client.startTurn()
  await hal.client.submitGuess({ body: { guess: TYPED[2] } })
  recording.process.kill('SIGHUP')
  const ended = await recording.ended
  expect(ended.code).toBe(0)
  const recorded = JSON.parse(ended.stdout)
  expect(recorded).toMatchObject({ bots: 3, world: 'typed.assets/world.json' })
  expect(`{ ${Object.keys(recorded).join(', ')} }`).toBe(OPERATIONS['scenario record'].data)

  const assets = await readdir(join(folder, 'typed.assets'))
  const files = await Promise.all(
    ['typed.yaml', ...assets.map((name) => join('typed.assets', name))].map((name) =>
      readFile(join(folder, name), 'utf8'),
    ),
  )
  const world = JSON.parse(files[1 + assets.indexOf('world.json')] ?? '')
  const names = world.users.map(({ username }: { username: string }) => username)
  expect(names.sort()).toEqual(['dan', 'eve'])
  for (const secret of [
    ...hashes,
    ...before.map(({ deviceId }) => deviceId),
    code,
    dan.token,
    adminKey,
    /hush/i,
  ])
    expect(files.join('\n')).not.toMatch(secret ?? '')

  const replay = await run(['scenario', 'run', join(folder, 'typed.yaml'), '--target', server.url], env)
  expect(replay.stdout).not.toContain('✗')
  expect(replay.code, replay.stdout + replay.stderr).toBe(0)
})

test('a folder that cannot be created is reported before anything is recorded', async () => {
  await writeFile(join(folder, 'notes.txt'), '')
  const file = join(folder, 'notes.txt/turn.yaml')
  expect(await run(['scenario', 'record', file, '--port', '0', '--yes', '--target', server.url])).toEqual({
    code: 3,
    stdout: '',
    stderr: expect.stringMatching(/^inkling: \S+notes\.txt cannot be written \(EEXIST: [^\n]+\n$/),
  })
})

test('a proxy that serves HTTPS sends the server its own address, not that of the proxy', async () => {
  const tls = certificate('valid')
  const sent: string[] = []
  const proxy = await startProxy({
    access: {
      baseUrl: server.url,
      fetch: async (_, init) => {
        sent.push(String(init?.body))
        return Response.json({ avatar: `${server.url}/avatars/custom/cat.svg` })
      },
    },
    recorder: new Recorder({ folder: 'assets', startedAt: 0, address: server.url, world: null }),
    port: 0,
    tls,
  })
  onTestFinished(() => proxy.close())
  const call = request(`${proxy.url}/api/user/profile`, {
    method: 'PUT',
    ca: tls.cert,
    headers: { 'content-type': 'application/json' },
  })
  call.end(JSON.stringify({ avatar: `${proxy.url}/avatars/custom/cat.svg` }))
  const [response] = await once(call, 'response')
  expect(await json(response)).toEqual({ avatar: `${proxy.url}/avatars/custom/cat.svg` })
  expect(sent.map((body) => JSON.parse(body))).toEqual([{ avatar: `${server.url}/avatars/custom/cat.svg` }])
})
