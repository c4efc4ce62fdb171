import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { spawn as spawnInTerminal } from '@lydell/node-pty'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { browsers } from '../browsers/browser-page.mjs'
import { ensureChromium } from '../browsers/chromium.mjs'
import { checkInBrowser } from './package-in-browsers.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MAX_BYTES = 15_000_000
/** The tests of the checkout use msw 2. */
const MSW_3 = 'msw@3.0.5'
const PLAYWRIGHT = 'Playwright'
const TYPES = 'types'
/** Long enough for a busy machine. */
const TIMEOUT_MS = 300_000

/**
 * Checks that use the package like its users, to be run in order, in a folder outside the checkout.
 * @param {object} options
 * @param {string} options.tarball
 * @param {string} options.folder an empty folder
 * @param {string} [options.node] the Node to run on
 * @param {(cases: string[]) => readonly string[]} [options.sample] chooses among the browsers in which the package is
 *   loaded, the other version of msw, Playwright and the types; by default all
 * @returns {{ title: string, run: () => Promise<void> }[]} `run` rejects when the check fails
 */
export function packageChecks({ tarball, folder, node = process.execPath, sample = (cases) => cases }) {
  // `npm install --global --prefix` installs into lib/node_modules, so modules in lib can import the package.
  const project = join(folder, 'lib')
  const installed = join(project, 'node_modules/inkling')
  const empty = join(folder, 'empty')
  const env = {
    // The shebang of the command looks for `node`.
    PATH: `${dirname(node)}:${process.env.PATH}`,
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
  }
  const command = join(folder, 'bin/inkling')
  const exec = promisify(execFile)
  const inFolder = (cwd) => ({ cwd, env, timeout: TIMEOUT_MS })
  const inkling = async (...words) => (await exec(command, words, inFolder(empty))).stdout
  const script = async (file, more = {}) =>
    (await exec(node, [file], { ...inFolder(project), env: { ...env, ...more } })).stdout
  const chosen = sample([...browsers(), MSW_3, PLAYWRIGHT, TYPES])
  let url = ''
  let server

  return [
    check('is at most 15 MB', async () => {
      const { size } = await stat(tarball)
      assert.ok(size <= MAX_BYTES, `${size} bytes are more than ${MAX_BYTES}`)
    }),
    check('installs without install scripts', async () => {
      await mkdir(empty, { recursive: true })
      await mkdir(env.XDG_RUNTIME_DIR, { mode: 0o700 })
      const npm = await npmScript()
      const words = ['install', '--global', '--prefix', folder, '--no-audit', '--no-fund', tarball]
      // With the registry and proxies of this machine, but a separate cache.
      const npmEnv = { ...process.env, npm_config_cache: join(folder, 'npm-cache') }
      await exec(node, [npm, ...words], { cwd: empty, env: npmEnv, timeout: TIMEOUT_MS })
      const folders = await packagesIn(installed)
      assert.ok(folders.length > 0)
      for (const each of [installed, ...folders]) {
        const { scripts = {} } = await readJson(join(each, 'package.json'))
        const atInstall = ['preinstall', 'install', 'postinstall'].filter((name) => scripts[name])
        assert.deepEqual(atInstall, [], each)
      }
    }),
    check('fixes the versions and hashes of all its dependencies', async () => {
      const { packages } = await readJson(join(installed, 'npm-shrinkwrap.json'))
      for (const each of await packagesIn(installed)) {
        const { name, version } = await readJson(join(each, 'package.json'))
        assert.equal(packages[`node_modules/${name}`]?.version, version, name)
      }
      const { '': _package, ...others } = packages
      for (const [path, { integrity }] of Object.entries(others)) assert.match(integrity, /^sha512-/, path)
      // pnpm and yarn ignore the shrinkwrap.
      for (const { dependencies, optionalDependencies } of [
        await readJson(join(installed, 'package.json')),
        ...Object.values(others),
      ])
        for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
          assert.match(version, /^\d+\.\d+\.\d+$/, name)
    }),
    check('names its version, its commit, and the licences of what it contains', async () => {
      const manifest = await readJson(join(installed, 'manifest.json'))
      assert.equal(manifest.version, version)
      if (existsSync(join(root, '.git'))) assert.match(manifest.commit, /^[0-9a-f]{40}$/)
      const licences = await readFile(join(installed, 'THIRD-PARTY-LICENSES'), 'utf8')
      for (const name of ['express', 'react', 'pg', '@fontsource/nunito', 'OpenMoji', 'WordNet'])
        assert.ok(licences.includes(name), `${name} is not in THIRD-PARTY-LICENSES`)
    }),
    check('contains its guides with everything that they link', async () => {
      const guides = join(installed, 'mock-server')
      const pages = (await readdir(guides, { recursive: true })).filter((name) => name.endsWith('.md'))
      assert.ok(pages.includes('OPERATIONS.md') && pages.includes('deploy/README.md'), pages.join(' '))
      for (const page of pages) {
        const file = join(guides, page)
        const links = [...(await readFile(file, 'utf8')).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
          ([, to]) => to,
        )
        for (const to of links) assert.ok(existsSync(join(dirname(file), to)), `${page}: ${to} is missing`)
      }
    }),
    check('sets up scenarios in a repository, and runs them with shipped ones', async () => {
      await inkling('scenario', 'init')
      const report = join(folder, 'scenarios.xml')
      await inkling('scenario', 'run', 'scenarios', 'usernames', '--report', `junit=${report}`)
      assert.match(await readFile(report, 'utf8'), /tests="2" failures="0"/)
      assert.ok(existsSync(join(empty, '.github/workflows/inkling.yml')))
      await mkdir(join(project, 'scenarios'))
      await symlink(join(empty, 'scenarios/first-turns.yaml'), join(project, 'scenarios/first-turns.yaml'))
    }),
    check('runs doctor', async () => {
      assert.match(await inkling('doctor'), /✓ +Node +\d+\.\d+/)
    }),
    check('serves the client and the API, with its data in the current folder', async () => {
      const child = spawn(command, ['serve', '--port', '0', '--output', 'json'], {
        cwd: empty,
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      // Rejects if the program cannot be started.
      await once(child, 'spawn')
      server = { child, exit: once(child, 'exit') }
      const started = JSON.parse(await firstLine(child))
      assert.equal(started.version, version)
      url = started.url
      assert.match(await (await fetch(url)).text(), /<script type="module"/)
      assert.match(await (await fetch(`${url}/icon.svg`)).text(), /<svg/)
      const api = await (await fetch(`${url}/api/openapi.json`)).json()
      assert.deepEqual(await readJson(join(installed, 'openapi.json')), api)
      assert.ok((await readdir(join(empty, '.inkling'))).includes('lock'))
    }),
    check('writes the audit log in the XDG folder', async () => {
      await inkling('daily', 'trigger', '--target', url)
      const log = await readFile(join(env.XDG_STATE_HOME, 'inkling/audit.jsonl'), 'utf8')
      assert.match(log, /daily trigger/)
    }),
    check('shows the console in a terminal', async () => {
      const pty = spawnInTerminal(command, ['console', '--target', url], {
        cols: 100,
        rows: 30,
        cwd: empty,
        env,
      })
      const ended = new Promise((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)))
      let seen = ''
      await new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`The console shows only: ${seen}`)), TIMEOUT_MS)
        pty.onData((text) => {
          seen += text
          if (!seen.includes('localhost')) return
          clearTimeout(late)
          resolve()
        })
      })
      pty.write('q')
      assert.equal(await ended, 0)
    }),
    ...['client', 'server', 'scenarios', 'node-mock'].map((name) =>
      check(`runs the example ${name}.mjs of its README`, async () => {
        await writeExample(name)
        assert.match(await script(`${name}.mjs`, { INKLING_URL: url }), EXAMPLE_SAYS[name])
      }),
    ),
    ...browsers()
      .filter((name) => chosen.includes(name))
      .map((name) =>
        check(`loads in ${name}`, async () => {
          await writeExample('browser-mock')
          await checkInBrowser(project, TIMEOUT_MS, name)
        }),
      ),
    ...only(PLAYWRIGHT, 'serves the client in a browser with its fixture for Playwright', async () => {
      await writeExample('fixtures')
      const fixtures = join(project, 'fixtures.mjs')
      const forVitest = await readFile(fixtures, 'utf8')
      await writeFile(
        fixtures,
        forVitest.replace("from 'vitest' // or '@playwright/test'", "from '@playwright/test'"),
      )
      await writeExample('own-client')
      await mkdir(join(project, 'dist'))
      await writeFile(join(project, 'dist/index.html'), `<!doctype html><script>${OWN_CLIENT}</script>`)
      await writeFile(join(project, 'client.spec.mjs'), PLAYWRIGHT_TEST)
      await writeFile(join(project, 'playwright.config.mjs'), PLAYWRIGHT_CONFIG)
      const cli = join(project, 'node_modules/@playwright/test/cli.js')
      const more = { env: { ...env, CHROMIUM_PATH: await ensureChromium() } }
      const { stdout } = await exec(node, [cli, 'test'], { ...inFolder(project), ...more })
      assert.match(stdout, /3 passed/)
    }),
    ...only(MSW_3, `mocks with ${MSW_3}, where it can run`, mockWithMsw3),
    ...only(TYPES, 'has types that compile in a project', async () => {
      await linkPeers(project)
      await writeFile(join(project, 'typed.mts'), TYPED)
      await writeFile(join(project, 'playwright.mts'), TYPED_FIXTURE)
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      for (const [module, resolution, more] of [
        // This mode checks the declarations too. What they import resolves the same way in the other mode.
        ['nodenext', 'nodenext', []],
        ['esnext', 'bundler', ['--skipLibCheck']],
      ]) {
        const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom']
        const how = [
          '--module',
          module,
          '--moduleResolution',
          resolution,
          '--types',
          'node',
          '--resolveJsonModule',
          ...more,
        ]
        const done = await exec(
          process.execPath,
          [tsc, ...flags, ...how, 'typed.mts', 'playwright.mts'],
          inFolder(project),
        ).catch((error) => error)
        assert.equal(done.stdout, '', `moduleResolution ${resolution}`)
      }
      await checkComments(join(installed, 'types'))
    }),
    check('has valid exports', async () => {
      const { messages, pkg } = await publint({ pkgDir: installed, level: 'suggestion', pack: false })
      assert.deepEqual(
        messages.map((message) => formatMessage(message, pkg)),
        [],
      )
    }),
    {
      title: 'stops on SIGTERM',
      async run() {
        assert.ok(server, 'the server was not started')
        server.child.kill('SIGTERM')
        assert.deepEqual(await server.exit, [0, null])
      },
    },
  ]

  /** Writes an example of the package's README into the project. */
  async function writeExample(name) {
    await linkPeers(project)
    const readme = await readFile(join(installed, 'README.md'), 'utf8')
    const [, code] = new RegExp(`\`\`\`js\n(// ${name}\\.mjs\n[^]*?)\`\`\``).exec(readme) ?? []
    await writeFile(
      join(project, `${name}.mjs`),
      code ?? assert.fail(`There is no ${name}.mjs in the README`),
    )
  }

  /** In Node and in a browser. */
  async function mockWithMsw3() {
    const other = join(folder, 'msw-3')
    await mkdir(other)
    await writeFile(join(other, 'package.json'), '{ "type": "module" }')
    const words = ['install', '--no-audit', '--no-fund', tarball, MSW_3]
    const npmEnv = { ...process.env, npm_config_cache: join(folder, 'npm-cache') }
    await exec(node, [await npmScript(), ...words], { cwd: other, env: npmEnv, timeout: TIMEOUT_MS })
    for (const name of ['node-mock', 'browser-mock']) {
      await writeExample(name)
      await copyFile(join(project, `${name}.mjs`), join(other, `${name}.mjs`))
    }
    // msw 3 needs Promise.withResolvers.
    const { stdout: canRun } = await exec(node, ['-p', 'typeof Promise.withResolvers'])
    if (canRun.trim() === 'function') {
      const { stdout } = await exec(node, ['node-mock.mjs'], inFolder(other))
      assert.match(stdout, EXAMPLE_SAYS['node-mock'])
    }
    await checkInBrowser(other, TIMEOUT_MS, 'chromium')
  }

  /** A check that runs only if it is chosen. */
  function only(name, title, work) {
    return chosen.includes(name) ? [check(title, work)] : []
  }

  function check(title, work) {
    return {
      title,
      run: () =>
        work().catch((error) => {
          // The output of a failed command explains the failure.
          if (error.stderr) error.message += `\n${error.stdout}${error.stderr}`
          throw error
        }),
    }
  }
}

const EXAMPLE_SAYS = {
  client: /^Owls has 1 member\n404 NOT_FOUND\n$/,
  server: /^2026-03-08T00:36:00.000Z\n200\n$/,
  scenarios: /^three friends play their first turns: passed\nthe first day of four friends: passed\n$/,
  'node-mock': /^Signed in as Player\d+\n$/,
}

const PLAYWRIGHT_TEST = `import { expect } from '@playwright/test'
import { test } from './fixtures.mjs'
import { test as withOwnClient } from './own-client.mjs'

let first
test('the client is served', async ({ server, page }) => {
  first = server.url
  await page.goto(server.url)
  await expect(page).toHaveTitle(/Inkling/)
  await expect(page.getByRole('heading').first()).toBeVisible()
  expect((await server.client().listUsers()).items.length).toBeGreaterThan(3)
})
withOwnClient('a client of the project is served beside the API, for a player of the test', async ({ server, page }) => {
  const { username } = await (await server.signIn('Mina')).getProfile()
  const { deviceId } = await server.signIn('Mina')
  await page.goto(server.url + '/?device=' + deviceId)
  await expect(page).toHaveTitle('Hello ' + username)
})
test('each test has its own server', async ({ server }) => {
  expect(server.url).not.toBe(first)
})
`

/** Signs in as the player of its address, as a client does: an inline script, which our own page may not have. */
const OWN_CLIENT = `const deviceId = new URLSearchParams(location.search).get('device')
fetch('/api/auth/device', { method: 'POST', body: JSON.stringify({ deviceId }) })
  .then((response) => response.json())
  .then(({ user }) => { document.title = 'Hello ' + user.username })
`

const PLAYWRIGHT_CONFIG = `export default {
  workers: 1,
  reporter: 'line',
  timeout: 60_000,
  expect: { timeout: 30_000 },
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-quic'] } },
}
`

/** Comments of the types name no document or source file outside the package. */
async function checkComments(types) {
  for (const name of await readdir(types)) {
    const text = (await readFile(join(types, name), 'utf8')).replaceAll(/ from '[^']+'/g, '')
    assert.deepEqual(text.match(/[\w/-]+\.(ts|md|mjs)\b|\bspec\b.*/g) ?? [], [], name)
  }
}

/** Uses the types like a project. The compiler must report each marked mistake. */
const TYPED = `import { ApiError, type Client, createClient, type GameResults, type Today, type Turn } from 'inkling/client'
import { handlers } from 'inkling/msw'
import { runScenario, ScenarioFailed } from 'inkling/scenarios'
import { type SignedInPlayer, startServer } from 'inkling/server'
import openapi from 'inkling/openapi.json' with { type: 'json' }
import { setupServer } from 'msw/node'

await using server = await startServer({ clock: '2026-03-07T19:30:00-05:00' })
server.clock.advance(1000)
await server.faults.put([{ match: { path: '/api/*' }, status: 503 }])
export const admin: Client = server.client()
const client: Client = createClient({ baseUrl: server.url })
const { user } = await client.signInDevice({ body: { deviceId: 'device_of_a_test_0001' } })
const name: string = user.username
// @ts-expect-error A device id is a text.
await client.signInDevice({ body: { deviceId: 1 } })
export const bodies = (): Promise<[Today, Turn, GameResults]> =>
  Promise.all([client.getToday(), client.startTurn(), client.getGame({ params: { id: 'a' } })])
for await (const { data } of await client.watchReactions({ params: { gameId: 'a' } })) {
  const reaction: 'added' | 'removed' | 'changed' = data.action
  console.log(reaction)
}
// @ts-expect-error The stream of events is not a call.
client.watchEvents
// @ts-expect-error A world is a name, or the content of a file.
setupServer(...handlers({ world: 7 }))
setupServer(...handlers({ world: 'demo', seed: '7' }))
const mina: SignedInPlayer = await server.signIn('Mina')
const { entries } = await mina.getHistory()
await mina.getHistory({ query: { limit: 1 } })
// @ts-expect-error A search needs its text.
await server.client().findPlayers()
await startServer({ world: await server.client().exportWorld() })
const { outcome } = await runScenario(new URL('a.yaml', import.meta.url), { target: server.url })
export const all = [name, outcome, entries.length, ApiError, ScenarioFailed, openapi.info.version] as const
`

const TYPED_FIXTURE = `import { test as base } from '@playwright/test'
import { type RunningServer, serverFixture } from 'inkling/server'

const test = base.extend<{ server: RunningServer }>({ server: serverFixture({ world: 'demo' }) })
test('has the type of the server', async ({ server, page }) => {
  await page.goto(server.url)
})
`

/** Links the packages of a project's tests into it. */
async function linkPeers(project) {
  for (const name of ['msw', '@playwright/test', '@types/node']) {
    const path = join(project, 'node_modules', name)
    if (existsSync(path)) continue
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(root, 'node_modules', name), path)
  }
}

/** The JavaScript file of the machine's npm, which any Node can run. */
async function npmScript() {
  for (const folder of process.env.PATH.split(delimiter)) {
    const path = await realpath(join(folder, 'npm')).catch(() => '')
    if (path.endsWith('.js')) return path
  }
  return assert.fail('There is no npm in PATH')
}

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'))

const { version } = await readJson(join(root, 'package.json'))

/** The folders of the packages below one. */
async function packagesIn(folder) {
  const modules = join(folder, 'node_modules')
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  const folders = await Promise.all(
    names.map(async (name) =>
      name.startsWith('@')
        ? (await readdir(join(modules, name))).map((inner) => join(modules, name, inner))
        : [join(modules, name)],
    ),
  )
  return folders.flat()
}

async function firstLine(child) {
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The server ended before it served anything')
}
