import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { Bot } from '@inkling/scenarios/bots/bot'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { fastPace } from '@inkling/scenarios/bots/pace'
import { PERSONAS } from '@inkling/scenarios/bots/personas'
import { startProxy } from '@inkling/scenarios/record/proxy'
import { Recorder } from '@inkling/scenarios/record/recorder'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { start } from './binary.fixture.ts'
import { certificate } from './calls/certificate.fixture.ts'
import { SHAPES } from './output/shapes.ts'
import { programFixture, type RecordedServer, recordCalls } from './program.fixture.ts'

/* The real binary records players as a scenario, which replays on a fresh world. */

const servers: Record<string, RecordedServer> = {}
const { run, folder } = programFixture(servers)
let server: RunningServer

beforeAll(async () => {
  server = await startServer({ port: 0, data: null, seed: 'record', clock: '2026-03-07T12:00:00-05:00' })
})

afterAll(() => server.close())

test('a recording of turns, refusals and reactions passes, and contains no ids, tokens or devices', async () => {
  const key = server.adminKey ?? ''
  const record = ['scenario', 'record', 'turn.yaml', '--port', '0', '--target', server.url]
  const recording = start(record, { cwd: folder, env: { INKLING_ADMIN_KEY: key } })
  const baseUrl = (await recording.firstLine).split(' ').at(-1) ?? ''
  const proxy = await httpTarget({ baseUrl, fetch })
  for (const url of [server.url, baseUrl]) servers[new URL(url).host] = recordCalls(fetch)
  const { stderr } = await run(['clock', 'show', '--target', baseUrl], { INKLING_ADMIN_KEY: key })
  expect(stderr).toBe('')
  const sketchbook = loadSketchbook()
  const players = ['ann', 'ben'].map((name) => {
    return new Bot({
      name,
      access: proxy,
      persona: PERSONAS.steady,
      sketchbook,
      pace: fastPace,
      seed: `record/${name}`,
    })
  })
  const [ann, ben] = players as [Bot, Bot]
  for (const bot of players) {
    await bot.signInAsNew()
    await bot.introduce({ username: bot.name, avatar: '🦊' })
  }
  const { code } = await ann.client.createGroup({ body: { name: 'Owls' } })
  await expect(ben.client.joinGroup({ body: { code: 'ZZZZZ0' } })).rejects.toThrow()
  await ben.client.joinGroup({ body: { code: code.toLowerCase() } })
  await ann.client.jumpIn()
  const { gameId } = await ann.playTurn()
  for (let polls = 0; polls < 5; polls++) await ben.client.getToday()
  await ben.playTurn()
  await ben.client.getGame({ params: { id: gameId } })
  const listening = await proxy.listen?.(gameId, ben.token ?? '')
  await ann.client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  await listening?.next(AbortSignal.timeout(15_000))
  listening?.close()
  await ann.client.getHistory({ query: {} })
  recording.process.kill('SIGINT')
  expect(await recording.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 players, 1 drawing.'),
  })

  const text = await readFile(join(folder, 'turn.yaml'), 'utf8')
  expect(text).toMatch(/^# yaml-language-server: \$schema=\S+scenario\.schema\.json\n/)
  const again = await run(record.with(2, join(folder, 'turn.yaml')))
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('overwrite it with --replace') })
  for (const secret of [ann.token, ben.token, ann.deviceId, ben.deviceId, gameId, code]) {
    expect(text).not.toContain(secret)
  }
  expect(text.match(/do: today/g)).toHaveLength(1)
  expect(await readdir(join(folder, 'turn.assets'))).toEqual(['drawing-1.png', 'world.json'])
  const replay = await run(['scenario', 'run', join(folder, 'turn.yaml'), '--seed', 'another'])
  expect(replay.stdout).not.toContain('✗')
  expect(replay.code, text).toBe(0)
})

test('a recording is written when its terminal closes, and -o json prints one document', async () => {
  const record = ['scenario', 'record', 'closed.yaml', '--port', '0', '-o', 'json', '--target', server.url]
  const env = { INKLING_ADMIN_KEY: server.adminKey ?? '' }
  const recording = start(record, { cwd: folder, env })
  const [, baseUrl = ''] = await vi.waitUntil(() => /^Play at (\S+)\n/.exec(recording.warned()), {
    timeout: 30_000,
  })
  const access = await httpTarget({ baseUrl, fetch })
  const sketchbook = loadSketchbook()
  const ann = new Bot({
    name: 'ann',
    access,
    persona: PERSONAS.steady,
    sketchbook,
    pace: fastPace,
    seed: 'a',
  })
  await ann.signInAsNew()
  await ann.introduce({ username: 'ann', avatar: '🦊' })
  recording.process.kill('SIGHUP')
  const { code, stdout } = await recording.ended
  expect(code).toBe(0)
  const recorded = JSON.parse(stdout)
  expect(recorded).toMatchObject({ bots: 1, world: 'closed.assets/world.json' })
  expect(`{ ${Object.keys(recorded).join(', ')} }`).toBe(SHAPES['scenario record'])
  expect(await readFile(join(folder, 'closed.yaml'), 'utf8')).toContain('bots:')
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
