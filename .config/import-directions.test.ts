import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRules, placeOf } from './import-rules.ts'

/*
 * The import directions are lint rules, generated from import-rules.ts. This test creates a small project with one import per file; the
 * linter must report exactly the forbidden ones.
 */

const root = new URL('..', import.meta.url).pathname
const biome = join(root, 'node_modules/.bin/biome')

const imports: [file: string, specifier: string, verdict: 'allowed' | 'wrong'][] = [
  ['fixtures/drawings/a.ts', '@inkling/mock-server/contract/constants', 'wrong'],
  ['mock-server/src/core/contract/a.ts', '../rules/day.ts', 'wrong'],
  ['mock-server/src/core/contract/b.ts', 'node:fs', 'wrong'],
  ['mock-server/src/core/contract/c.ts', 'zod/mini', 'allowed'],
  ['mock-server/src/core/rules/a.ts', '../../engine/engine.ts', 'wrong'],
  ['mock-server/src/core/rules/b.ts', '../scoring/scorer.ts', 'wrong'],
  ['mock-server/src/core/rules/c.ts', '../contract/constants.ts', 'allowed'],
  ['mock-server/src/core/scoring/a.ts', '../rules/day.ts', 'wrong'],
  ['mock-server/src/engine/a.ts', 'node:crypto', 'wrong'],
  ['mock-server/src/engine/b.ts', '../server/stores/memory/memory-store.ts', 'wrong'],
  ['mock-server/src/engine/operations/c.ts', '../../server/doors/msw/msw.ts', 'wrong'],
  ['mock-server/src/engine/operations/d.ts', '../../core/rules/day.ts', 'allowed'],
  ['mock-server/src/engine/e.ts', '../server/main.ts', 'wrong'],
  ['mock-server/src/server/stores/a.ts', '../doors/msw/msw.ts', 'wrong'],
  ['mock-server/src/server/stores/c.ts', '../compose/open-store.ts', 'wrong'],
  ['mock-server/src/server/stores/embedded/b.ts', '../../../engine/store.ts', 'allowed'],
  ['mock-server/src/core/picture/a.ts', '../../engine/ports.ts', 'wrong'],
  ['mock-server/src/core/picture/b.ts', '../contract/constants.ts', 'allowed'],
  ['mock-server/src/server/platform/a.ts', '../doors/fetch-door.ts', 'wrong'],
  ['mock-server/src/server/doors/a.ts', '../main.ts', 'wrong'],
  ['mock-server/src/server/doors/b.ts', '../compose/open-engine.ts', 'wrong'],
  ['mock-server/src/server/doors/http/c.ts', '../../stores/memory/memory-store.ts', 'wrong'],
  ['mock-server/src/server/doors/http/d.ts', '../../../engine/engine.ts', 'allowed'],
  ['mock-server/src/server/compose/a.ts', '../main.ts', 'wrong'],
  ['mock-server/src/server/compose/c.ts', '../../entries/server.ts', 'wrong'],
  ['mock-server/src/server/doors/e.ts', '@inkling/mock-server/server', 'wrong'],
  ['mock-server/src/server/compose/b.ts', '../stores/memory/memory-store.ts', 'allowed'],
  ['mock-server/src/server/control/a.ts', '../main.ts', 'wrong'],
  ['mock-server/src/engine/f.ts', '../server/worlds/demo.ts', 'wrong'],
  ['mock-server/src/server/worlds/a.ts', '../stores/memory/memory-store.ts', 'wrong'],
  ['mock-server/src/server/worlds/b.ts', '../../engine/world.ts', 'allowed'],
  ['mock-server/src/server/control/b.ts', '../processes/processes.ts', 'wrong'],
  ['mock-server/src/server/processes/a.ts', '../stores/memory/memory-store.ts', 'allowed'],
  ['scenarios/runner/a.ts', '@inkling/mock-server/server', 'wrong'],
  ['scenarios/runner/b.ts', '@inkling/mock-server/in-process', 'allowed'],
  ['scenarios/runner/c.ts', '@inkling/mock-server/store-operations', 'wrong'],
  ['scenarios/runner/d.ts', '@inkling/mock-server/browser', 'wrong'],
  ['scenarios/runner/steps/b.test.ts', '@inkling/mock-server/testing', 'wrong'],
  ['scenarios/runner/language/a.ts', '../steps/exchange.ts', 'wrong'],
  ['scenarios/runner/language/reference/b.ts', '../../targets/target.ts', 'wrong'],
  ['scenarios/runner/language/c.ts', '../../bots/personas.ts', 'allowed'],
  ['scenarios/runner/language/d.ts', '@inkling/mock-server/server', 'wrong'],
  ['scenarios/runner/language/e.ts', '@inkling/mock-server/scoring/spelling', 'allowed'],
  ['scenarios/runner/reports/a.ts', '../steps/session.ts', 'wrong'],
  ['scenarios/runner/reports/b.ts', '../language/title.ts', 'allowed'],
  ['scenarios/runner/reports/c.ts', '@inkling/mock-server/browser', 'wrong'],
  ['scenarios/runner/steps/a.ts', '../language/match.ts', 'allowed'],
  ['scenarios/runner/targets/a.ts', '../steps/session.ts', 'wrong'],
  ['scenarios/runner/targets/b.ts', '@inkling/mock-server/store-operations', 'wrong'],
  ['scenarios/bots/c.ts', '@inkling/cli/program', 'wrong'],
  ['cli/src/a.ts', '@inkling/mock-server/browser', 'wrong'],
  ['cli/src/b.ts', '@inkling/mock-server/server', 'allowed'],
  ['cli/src/c.ts', '@inkling/fixtures/words', 'wrong'],
  ['cli/src/d.ts', '@inkling/mock-server/rules/time/day', 'wrong'],
  ['cli/src/e.ts', '@inkling/mock-server/testing', 'wrong'],
  ['cli/src/e.test.ts', '@inkling/mock-server/testing', 'allowed'],
  ['cli/src/commands/load/a.ts', '@inkling/fixtures/words', 'wrong'],
  ['cli/src/commands/load/b.ts', '../../output/table.ts', 'wrong'],
  ['cli/src/commands/load/f.ts', './load-text.ts', 'wrong'],
  ['cli/src/commands/load/g.ts', './load-command.ts', 'wrong'],
  ['cli/src/commands/load/h.ts', '../shared/perform.ts', 'wrong'],
  ['cli/src/commands/load/load-command.ts', './load-text.ts', 'allowed'],
  ['cli/src/commands/load/load-text.ts', '../../output/table.ts', 'allowed'],
  ['cli/src/commands/worlds/e.ts', '../../terminal-text.ts', 'allowed'],
  ['cli/src/commands/load/c.ts', '../scenarios/scenario-run.ts', 'wrong'],
  ['cli/src/commands/load/d.ts', '../../calls/connect.ts', 'allowed'],
  ['cli/src/commands/load/e.ts', './load-file.ts', 'allowed'],
  ['cli/src/commands/scenarios/a.ts', '../worlds/saved-worlds.ts', 'allowed'],
  ['cli/src/commands/worlds/a.ts', '../scenarios/scenario-run.ts', 'wrong'],
  ['cli/src/commands/worlds/b.ts', '../bots/own-drawings.ts', 'wrong'],
  ['cli/src/commands/worlds/c.ts', './saved-worlds.ts', 'allowed'],
  ['cli/src/commands/worlds/d.ts', '../../calls/connect.ts', 'allowed'],
  ['cli/src/commands/bots/a.ts', '../worlds/worlds.ts', 'wrong'],
  ['cli/src/commands/bots/b.ts', '../../views/panel.tsx', 'wrong'],
  ['cli/src/console/keyboard/a.ts', '../state/state.ts', 'wrong'],
  ['cli/src/console/watch/a.ts', '../state/state.ts', 'wrong'],
  ['cli/src/console/state/a.ts', '../input/menus.ts', 'wrong'],
  ['cli/src/console/state/b.ts', '../keyboard/keys.ts', 'allowed'],
  ['cli/src/console/running/a.ts', '../../views/panel.tsx', 'wrong'],
  ['cli/src/console/running/b.ts', '../state/state.ts', 'allowed'],
  ['cli/src/views/a.tsx', '../commands/worlds/worlds.ts', 'wrong'],
  ['cli/src/views/d.tsx', '../commands/players/moderation-text.ts', 'allowed'],
  ['cli/src/views/b.tsx', '@inkling/fixtures/words', 'wrong'],
  ['cli/src/views/c.tsx', '../console/state/state.ts', 'allowed'],
  ['client/src/app/a.ts', '@inkling/mock-server/browser', 'wrong'],
  ['client/src/app/b.ts', '@inkling/fixtures/words', 'wrong'],
  ['client/src/app/h.ts', '@inkling/fixtures/sample-chain', 'allowed'],
  ['client/src/app/c.ts', '@inkling/mock-server/rules/username/username', 'allowed'],
  ['client/src/app/e.ts', '@inkling/mock-server/contract/schemas/game', 'allowed'],
  ['client/src/app/f.ts', '@inkling/mock-server/picture/png-chunks', 'allowed'],
  ['client/src/app/g.ts', '@inkling/mock-server/scoring/spelling', 'wrong'],
  ['client/src/app/d.ts', '../../demo/start-demo.ts', 'wrong'],
  ['client/demo/a.ts', '@inkling/mock-server/browser', 'allowed'],
  ['client/src/features/home/a.ts', '../group/group-card.ts', 'wrong'],
  ['client/src/features/home/b.ts', '@inkling/mock-server/machine', 'wrong'],
  ['client/src/features/home/e.ts', '../../../demo/start-demo.ts', 'wrong'],
  ['client/src/features/home/c.ts', '../../ui/button.ts', 'allowed'],
  ['client/src/features/home/d.ts', './panel.ts', 'allowed'],
  ['client/src/features/home/f.ts', '@inkling/mock-server/contract/constants', 'allowed'],
]

const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The layers of the server in the diagram of README.md, the lowest first. Each imports the ones before it. */
const layers = (/^contract <- .*$/m.exec(readme)?.[0] ?? '')
  .split(' <- ')
  .map((layer) => layer.split(', ').filter((name) => name !== 'main'))

for (const [at, layer] of layers.entries()) {
  for (const upper of layers[at + 1] ?? []) {
    for (const lower of layer) {
      imports.push([
        `mock-server/src/${placeOf(upper)}/on-${lower}.ts`,
        `${relative(placeOf(upper), placeOf(lower))}/a.ts`,
        'allowed',
      ])
      imports.push([
        `mock-server/src/${placeOf(lower)}/on-${upper}.ts`,
        `${relative(placeOf(lower), placeOf(upper))}/a.ts`,
        'wrong',
      ])
    }
  }
}

let project: string
let reported: Set<string>

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'inkling-imports-'))
  const config = JSON.parse(await readFile(join(root, '.biome.json'), 'utf8'))
  await writeFile(
    join(project, '.biome.json'),
    JSON.stringify({ ...config, plugins: [], vcs: { enabled: false } }),
  )
  await cp(join(root, '.config/biome'), join(project, '.config/biome'), { recursive: true })
  for (const [file, specifier] of imports) {
    await mkdir(dirname(join(project, file)), { recursive: true })
    await writeFile(
      join(project, file),
      `import { something } from '${specifier}'\n\nexport const it = something\n`,
    )
  }
  reported = await lint(project)
})

afterAll(() => rm(project, { recursive: true, force: true }))

test('the linter reads the rules of import-rules.ts', async () => {
  await expect(`${JSON.stringify(importRules)}\n`).toMatchFileSnapshot('./biome/imports.generated.json')
})

test.each(imports)('%s imports %s: %s', (file, _, verdict) => {
  expect(reported.has(file) ? 'wrong' : 'allowed').toBe(verdict)
})

test('the diagrams of the READMEs name folders and files that exist', async () => {
  const server = await readFile(join(root, 'mock-server/README.md'), 'utf8')
  const [, diagram = ''] = /^```\n( +HTTP .*?)^```$/ms.exec(server) ?? []
  const drawn = [...diagram.matchAll(/\b[a-z-]+\/[a-z-]*|\b[a-z]+\.ts\b/g)].map(([name]) => name)
  const places = layers.flat().map(placeOf)
  const names = [...drawn.filter((name) => name !== 'ports.ts'), 'engine/ports.ts', ...places]
  expect(names.length).toBeGreaterThan(20)
  const exists = (name: string) =>
    ['', 'core', 'server'].some((floor) =>
      ['', '.ts'].some((end) => existsSync(join(root, 'mock-server/src', floor, `${name}${end}`))),
    )
  expect(names.filter((name) => !exists(name))).toEqual([])
})

test('the order of imports in the READMEs names every folder of the server', async () => {
  const foldersOf = async (folder: string) => {
    const entries = await readdir(join(root, 'mock-server/src', folder), { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  }
  const folders = await Promise.all(['.', 'core', 'server'].map(foldersOf))
  expect([...layers.flat().map(placeOf), 'core', 'entries', 'package', 'server'].sort()).toEqual(
    folders.flat().sort(),
  )
  const server = await readFile(join(root, 'mock-server/README.md'), 'utf8')
  expect(server).toContain(/^contract <- .*$/m.exec(readme)?.[0])
})

/** The files with a reported import. The linter must exit with 1. */
async function lint(folder: string): Promise<Set<string>> {
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.']
  const run = promisify(execFile)(biome, args, { cwd: folder })
  const failed = await run.then(
    () => null,
    (error: { code: number; stdout: string }) => error,
  )
  expect(failed?.code).toBe(1)
  const { diagnostics } = JSON.parse(failed?.stdout ?? '')
  return new Set(diagnostics.map((diagnostic: { location: { path: string } }) => diagnostic.location.path))
}
