import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { programFixture } from '../program.fixture.ts'

const { folder, run } = programFixture({})
const globalBin = join(folder, 'bin')
const projectBin = join(folder, 'project/node_modules/.bin')

beforeAll(() => {
  for (const bin of [globalBin, projectBin]) {
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'inkling'), '')
  }
})

test.each([
  ['a global install', 'inkling', { npm_command: '', PATH: `/nowhere${delimiter}${globalBin}` }],
  ['npx with a local install', 'npx inkling', { npm_command: 'exec', PATH: projectBin }],
  ['npx beside a global install', 'npx inkling', { npm_command: 'exec', PATH: globalBin }],
  ['another package runner', 'npx inkling', { npm_command: '', PATH: projectBin }],
  ['node in a checkout', 'npx inkling', { npm_command: '', PATH: '/nowhere' }],
])('with %s, `scenario init` prints %s', async (name, command, env) => {
  const repository = join(folder, name)
  const { code, stdout } = await run(['scenario', 'init', repository], env)
  expect(code).toBe(0)
  expect(stdout).toContain(`\n\nRun it: ${command} scenario run '${join(repository, 'scenarios')}'\n`)
})
