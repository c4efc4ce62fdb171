import { expect, test, vi } from 'vitest'
import { programFixture, recordedServer } from '../program.fixture.ts'
import { readSettings } from '../settings/settings.ts'
import { type Ask, requireConsent } from './consent.ts'

/* The questions, and the effects of the answers. */

const shared = recordedServer({ seed: 'asked' })
const production = recordedServer({ seed: 'asked in production', isProtected: true })
programFixture({})

const settingsOf = (host: string) =>
  readSettings({ target: `http://${host}` }, { XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent')

function asking(answer: string) {
  vi.stubGlobal('fetch', (input: string) =>
    (input.includes('game.example') ? production : shared).fetch(input),
  )
  return vi.fn<Ask>(async () => answer)
}

test('on a shared target the question names it, and y is enough', async () => {
  const ask = asking('y')
  const settings = await requireConsent('world reset', settingsOf('staging.example'), ask)
  expect(ask).toHaveBeenCalledExactlyOnceWith({
    question: 'Reset all data to the seed state on staging.example (shared)?',
    typed: null,
    command: '',
  })
  // This lets guardedFetch send calls to a target that is not a reference server, without another question.
  expect(settings.writes).toEqual({ value: true, source: 'consent' })
})

test.each(['n', '', 'maybe', 'staging.example'])('%j is not a yes', async (answer) => {
  await expect(
    requireConsent('world reset', settingsOf('staging.example'), asking(answer)),
  ).rejects.toMatchObject({ message: 'nothing was done.', exitCode: 6 })
})

test('on a protected target its name has to be typed', async () => {
  const ask = asking('game.example')
  await requireConsent('clock midnight', settingsOf('game.example'), ask)
  expect(ask).toHaveBeenCalledExactlyOnceWith({
    question: 'Move the clock to midnight, which ends the day on game.example (protected)?',
    typed: 'game.example',
    command: '',
  })
  await expect(
    requireConsent('clock midnight', settingsOf('game.example'), asking('y')),
  ).rejects.toMatchObject({
    message: "'y' is not game.example: nothing was done.",
    exitCode: 6,
  })
})

test.each(['staging.example', 'game.example'])('a load on %s needs the name of the target', async (host) => {
  const ask = asking(host)
  await requireConsent('load run', settingsOf(host), ask)
  expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ typed: host }))
  await expect(requireConsent('load run', settingsOf(host), asking('y'))).rejects.toMatchObject({
    message: `'y' is not ${host}: nothing was done.`,
    exitCode: 6,
  })
})

test('operations that only read, or stay on this machine, ask nothing', async () => {
  const ask = asking('n')
  await requireConsent('user list', settingsOf('game.example'), ask)
  await requireConsent('world list', settingsOf('game.example'), ask)
  expect(ask).not.toHaveBeenCalled()
})
