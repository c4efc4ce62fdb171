import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { announcedAdminKey } from '@inkling/mock-server/machine'
import { invitedBot } from '../driver/bots.ts'
import { expect, test } from '../driver/fixtures.ts'
import { drawHouse, signUp, skipStory } from '../driver/player.ts'

const inkling = fileURLToPath(new URL('../../../cli/bin/inkling.mjs', import.meta.url))

test('a turn played through the recorder replays on a new server', async ({ person, served }) => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-recorded-'))
  const file = join(folder, 'turn.yaml')
  const args = [inkling, 'scenario', 'record', file, '--port', '0', '--target', served.url]
  const recorder: ChildProcess = spawn(process.execPath, args, { stdio: 'pipe' })
  let told = ''
  recorder.stderr?.on('data', (chunk) => {
    told += chunk
  })
  const [line] = await once(createInterface({ input: recorder.stdout as NodeJS.ReadableStream }), 'line')
  const url = String(line).split(' ').at(-1) ?? ''
  const { page: ann } = await person({ at: url })
  const { code } = await signUp(ann, 'Ann', { creates: 'Kitchen Table' })
  const cleo = await invitedBot(url, 'Cleo', '🐙', code)
  const headers = { 'x-admin-key': announcedAdminKey(url) ?? '' }
  await fetch(`${url}/api/admin/trigger-daily-games`, { method: 'POST', headers })
  await ann.goto('/game/ready')
  await ann.getByRole('button', { name: "Let's Go!" }).click()
  await drawHouse(ann)
  await ann.getByRole('button', { name: 'Submit Drawing' }).click()
  await expect(ann.getByText('Results will be revealed tomorrow!')).toBeVisible()
  await ann.getByRole('link', { name: 'Back to Home' }).click()
  expect((await cleo.playTurn()).type).toBe('guess')
  await ann.getByRole('link', { name: 'Results', exact: true }).click()
  await expect(ann.getByRole('heading', { name: 'Game Results' })).toBeVisible()
  await skipStory(ann)
  await Promise.all([
    ann.waitForResponse((response) => response.request().method() === 'POST'),
    ann.getByRole('button', { name: 'Love' }).first().click(),
  ])
  await expect(ann.getByRole('button', { name: /^Love/ }).first()).toContainText('1')
  await ann.close()
  recorder.kill('SIGINT')
  expect(await once(recorder, 'close'), told).toEqual([0, null])
  const text = await readFile(file, 'utf8')
  expect(text).toContain('trigger-daily-games')
  // Rejects with the runner's output when an expectation fails.
  await promisify(execFile)(process.execPath, [inkling, 'scenario', 'run', file], { cwd: folder })
  await rm(folder, { recursive: true })
})
