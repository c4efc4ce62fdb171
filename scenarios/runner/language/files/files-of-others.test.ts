import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { matchesPattern, regexProblem } from '../values/pattern.ts'
import { loadScenario } from './load.ts'

/* Scenario files that somebody else wrote, for example in a pull request. */

const root = mkdtempSync(join(tmpdir(), 'inkling-others-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const head = 'version: 1\nname: a test\nbots: { ann: {} }\n'
const repository = join(root, 'repository')
mkdirSync(join(repository, '.git'), { recursive: true })
mkdirSync(join(repository, 'tests'))
mkdirSync(join(root, 'alone'))
const write = (file: string, text: string) => writeFileSync(join(root, file), text)
write('outside.yaml', `${head}steps: [{ say: hello }]\n`)
write('repository/lib.yaml', `${head}steps: [{ say: hello }]\n`)
write('repository/.env', 'API_KEY=hush-hush\n')
write('repository/secrets.yaml', 'apiKey: hush-hush\n')
write('repository/broken.yaml', 'password: "hush-hush\n')
write('repository/secrets.csv', 'name\nhush-hush\n')
write('repository/world.json', '{"format":"inkling-world","version":1}')
write('repository/tests/.env', 'API_KEY=hush-hush\n')
write('repository/.git/config', 'token = hush-hush\n')
mkdirSync(join(repository, 'tests', 'lib'))
const link = (to: string, from: string) => symlinkSync(join(root, to), join(repository, 'tests', from))
link('outside.yaml', 'linked.yaml')
link('repository/tests/.env', 'linked.txt')
link('repository/secrets.csv', 'linked.csv')
link('repository/.git', 'linked')

const loading = (text: string, folder = 'repository/tests') => {
  write(`${folder}/day.yaml`, `${head}steps: [${text}]\n`)
  return loadScenario(join(root, folder, 'day.yaml'))
}

test('a world outside of the folder is refused', async () => {
  write('repository/tests/day.yaml', `${head}config: { world: ../world.json }\nsteps: [{ say: hello }]\n`)
  await expect(loadScenario(join(repository, 'tests/day.yaml'))).rejects.toThrow(
    "'../world.json' leads out of the scenario's folder",
  )
})

test('files beside an included file are found from there, and a literal text names no file', async () => {
  write('repository/tests/lib/cat.txt', 'a cat')
  write('repository/tests/lib/cats.csv', 'name\nTom\n')
  const table = `{ for-each: { table: cats.csv }, var: row, steps: [{ say: "$\{row.name}" }] }`
  write('repository/tests/lib/cat.yaml', `${head}steps: [{ say: "$\{asset.cat.txt}" }, ${table}]\n`)
  const { assets } = await loading(`{ include: lib/cat.yaml }, { say: "$$\{asset..env} and $$\{dogs}" }`)
  expect([...assets]).toEqual([['cat.txt', btoa('a cat')]])
})

test('an include elsewhere in the repository is read', async () => {
  const { includes } = await loading('{ include: ../lib.yaml }')
  expect([...includes.keys()]).toEqual(['../lib.yaml'])
})

test.each([
  [
    '{ include: ../../outside.yaml }',
    /4:20: '..\/..\/outside.yaml' leads out of \S+repository: move the file into it/,
  ],
  ['{ include: linked.yaml }', /'linked.yaml' leads out of/],
  ['{ include: /etc/hosts }', /'\/etc\/hosts' is an absolute path: name the file relative to this one/],
  [
    `{ say: "\${asset.../../outside.yaml}" }`,
    /4:16: \$\{asset\.\S+: '..\/..\/outside.yaml' leads out of the scenario's folder: move the file into it/,
  ],
  [`{ say: "\${asset.../secrets.yaml}" }`, /'..\/secrets.yaml' leads out of the scenario's folder/],
  [`{ say: "\${ asset./etc/hosts }" }`, /'\/etc\/hosts' leads out of the scenario's folder/],
  [`{ say: "\${asset.linked.yaml}" }`, /'linked.yaml' leads out of the scenario's folder/],
  [
    `{ say: "\${asset..env}" }`,
    /\$\{asset\.\.env}: '.env' is a hidden file, which scenarios may not read: rename it, or name another one/,
  ],
  [`{ say: "\${asset.lib/../.env}" }`, /leads out of/],
  [`{ say: "\${asset.linked.txt}" }`, /'linked.txt' is a hidden file/],
  [`{ say: "\${asset.linked/config}" }`, /'linked\/config' leads out of/],
  [
    '{ for-each: { table: ../secrets.csv }, var: row, steps: [{ say: hi }] }',
    /'..\/secrets.csv' leads out of the scenario's folder/,
  ],
  [
    '{ for-each: { table: linked.csv }, var: row, steps: [{ say: hi }] }',
    /'linked.csv' leads out of the scenario's folder/,
  ],
  ['{ include: ../.env }', /'..\/.env' is not a scenario file: it has no 'steps'/],
  ['{ include: ../secrets.yaml }', /is not a scenario file: it has no 'steps'/],
  [
    '{ include: ../broken.yaml }',
    /is not a scenario file: it cannot be read as YAML \(line \d, column \d+\)/,
  ],
])('%s is refused, and shows nothing of that file', async (step, message) => {
  const refusal = await loading(step).catch(String)
  expect(refusal).toMatch(message)
  expect(refusal).not.toContain('hush')
})

test('outside of a repository, the boundary is the folder', async () => {
  await expect(loading('{ include: ../outside.yaml }', 'alone')).rejects.toThrow('leads out of')
})

test('a tree of includes has a limit', async () => {
  // Each file includes the next one twice: 2 to the power of 20 includes.
  const read = async (file: string) => {
    const next = `{ include: ${Number.parseInt(file, 10) + 1}.yaml }`
    return `version: 1\nname: tree\nsteps: [${file === '20.yaml' ? '{ say: end }' : `${next}, ${next}`}]\n`
  }
  await expect(loadScenario('0.yaml', read)).rejects.toThrow('more than 500 includes')
})

test('a pattern takes time in proportion to the text', () => {
  const startedAt = performance.now()
  expect(matchesPattern(`${'a'.repeat(50_000)}b`, '^(a+)+$')).toBe(false)
  expect(matchesPattern('x'.repeat(50_000), '(.*)(.*)(.*)(.*)y')).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(60_000)
})

test('patterns are written as in JavaScript', () => {
  expect(matchesPattern('Café\n2', '\\u00e9$\\n^\\d', 'm')).toBe(true)
  expect(matchesPattern('a\nB', 'A.b', 'is')).toBe(true)
  expect(matchesPattern('/api/x', '\\/api\\/(?<name>\\w)$')).toBe(true)
  expect(regexProblem('(')).toBe('/(/ is not a regular expression: unterminated group')
  expect(regexProblem('(?=a)b')).toMatch(/RE2 syntax/)
  expect(regexProblem('(a)\\1')).toMatch(/RE2 syntax/)
})
