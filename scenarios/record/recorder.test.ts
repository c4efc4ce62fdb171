import { expect, test } from 'vitest'
import { parseScenario } from '../runner/parse.ts'
import { scenarioText } from '../runner/write.ts'
import type { RecordedCall } from './recorded-call.ts'
import { Recorder } from './recorder.ts'

const BEGUN = Date.parse('2026-03-06T12:00:00Z')
const token = (userId: string) =>
  `head.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}.sign`

function recording(...calls: Partial<RecordedCall>[]) {
  const recorder = new Recorder('day.assets', BEGUN, 0)
  const usual = { method: 'GET', token: token('u1'), body: '', status: 200, reply: {}, renewed: null, at: 0 }
  for (const call of calls) recorder.call({ path: '/api/user/profile', ...usual, ...call })
  const { scenario, assets } = recorder.finish('a day')
  // What it writes has to be a scenario that can be read.
  parseScenario(scenarioText(scenario), 'day.yaml')
  return { ...scenario, assets }
}

test('who was there before the recording began is there from the first step', () => {
  const { bots, steps } = recording({ reply: { finishedOnboarding: true } }, { token: token('u2') })
  expect(bots).toEqual({ player1: { start: 'onboarded' }, player2: { start: 'onboarded' } })
  expect(steps[0]).toEqual({ bot: 'player1', do: 'profile', expect: { finishedOnboarding: true } })
})

test('the same question with the same answer is written once, and what only says that somebody is there not at all', () => {
  const today = { path: '/api/game/today', reply: { status: 'waiting' } }
  const ping = { method: 'POST', path: '/api/game/ping-activity' }
  expect(recording(today, ping, today, { ...today, reply: { status: 'active' } }, today).steps).toHaveLength(
    3,
  )
})

test('time that passes moves the clock of a replay, unless somebody sets the clock', () => {
  const later = { path: '/api/game/today', at: 400_000 }
  expect(recording({}, later).steps[1]).toEqual({ clock: { advance: '400s' } })
  const set = { method: 'POST', path: '/control/clock', body: '{"to":"midnight"}' }
  expect(recording({}, set, later).steps[1]).toEqual({ clock: { to: 'midnight' } })
  expect(recording({}, set, later).steps).toHaveLength(3)
})

test('values that a server made up are captured where they came from', () => {
  const { steps } = recording(
    {
      method: 'POST',
      path: '/api/groups/create',
      body: '{"name":"Owls"}',
      reply: { id: 'g1', code: 'ABC123' },
    },
    { path: '/api/groups/lookup/abc123' },
    { path: '/api/groups/g1', status: 403, reply: { error: { code: 'FORBIDDEN', message: 'no' } } },
  )
  expect(steps).toMatchObject([
    { capture: { code: '$.code', id: '$.id' } },
    { do: 'lookup-group', with: { code: `$\{code}` } },
    { do: 'group', with: { id: `$\{id}` }, expect: { status: 403, error: 'FORBIDDEN' } },
  ])
})

test('a drawing becomes a file, and a body that is no JSON is sent as it stands', () => {
  const body = JSON.stringify({ content: { drawing: 'data:image/png;base64,AQID' }, timeSpent: 3 })
  const submit = { method: 'POST', path: '/api/game/submit-turn' }
  const { steps, assets } = recording({ ...submit, body }, { ...submit, body: '{"content"', status: 400 })
  expect([...assets]).toEqual([['day.assets/drawing-1.png', Buffer.from([1, 2, 3])]])
  expect(steps).toMatchObject([
    { with: { timeSpent: 3, content: { drawing: `$\{asset.day.assets/drawing-1.png}` } } },
    { http: { method: 'POST', raw: '{"content"' }, as: 'player1', expect: { status: 400 } },
  ])
})
