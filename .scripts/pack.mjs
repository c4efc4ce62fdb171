import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureClientBuilt } from './client-build.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { licences } from './package/licences.mjs'
import { declarations } from './package/package-types.mjs'
import { shrinkwrap } from './package/shrinkwrap.mjs'
import { giveUp, root, run, say } from './steps.mjs'

/* `npm run pack [-- --out DIR]`: builds the tarball that works without a checkout. */

const { values } = parseArgs({ options: { out: { type: 'string', default: root } } })
checkNode()
await ensureInstalled()
await ensureClientBuilt()
const { bundle, bundleForBrowsers, bundleProgram } = await import('../cli/build.mjs')

const work = join(root, '.cache/pack')
const stage = join(work, 'package')
const ofServer = (name) => join(root, 'mock-server/src/package', name)
rmSync(stage, { recursive: true, force: true })
mkdirSync(stage, { recursive: true })

const program = await bundleProgram({
  entries: {
    inkling: join(root, 'cli/src/main.ts'),
    client: ofServer('client.ts'),
    msw: ofServer('msw.ts'),
    server: ofServer('server.ts'),
    scenarios: join(root, 'scenarios/runner/package-entry.ts'),
  },
  outdir: join(stage, 'cli/dist'),
})
const forBrowsers = await bundleForBrowsers({
  entries: { client: ofServer('client.ts'), msw: ofServer('msw-browser.ts') },
  outdir: join(stage, 'cli/dist/browser'),
})
const { clientDeclarations, openApi } = await documents()
for (const [name, text] of declarations(work, clientDeclarations)) write(`types/${name}`, text)
write('openapi.json', json(openApi))

copy('cli/bin/inkling.mjs')
copy('cli/bin/node-version.mjs')
copy('client/dist')
for (const name of readdirSync(join(root, 'scenarios'))) {
  if (/\.(yaml|json|md)$/.test(name) && name !== 'package.json') copy(`scenarios/${name}`)
}
copy('scenarios/library')
copy('scenarios/load/profiles')
copy('scenarios/starter')
copy('mock-server/deploy')
// The guide for these files, and what it links.
for (const name of [
  'OPERATIONS',
  'STORES',
  'MODERATION',
  'NOTIFICATIONS',
  'LINK-PREVIEWS',
  'MEASUREMENTS',
  'API',
  'API-REFERENCE',
])
  copy(`mock-server/${name}.md`)
copy('mock-server/monitoring')
copy('LICENSE')
copy('CHANGELOG.md')
write(
  'README.md',
  readFileSync(join(root, 'cli/package/README.md'), 'utf8').replaceAll(
    'VERSION',
    own('package.json').version,
  ),
)
write('THIRD-PARTY-LICENSES', licences([...program.modules, ...forBrowsers]))
write('manifest.json', json(manifest()))
write('package.json', json(packageJson()))
write('npm-shrinkwrap.json', json(shrinkwrap(packageJson(), own('package-lock.json').packages)))

mkdirSync(values.out, { recursive: true })
const code = await run('npm', ['pack', stage, '--pack-destination', values.out, '--loglevel=error'])
if (code !== 0) giveUp('npm could not pack the folder .cache/pack/package: see its messages above.')

/** The documents generated from the sources. */
async function documents() {
  const outdir = join(work, 'build')
  await bundle({ entries: { documents: ofServer('build/documents.ts') }, outdir })
  const module = await import(pathToFileURL(join(outdir, 'documents.mjs')).href)
  return module.documents()
}

/** The version, and the commit that the package was built from. */
function manifest() {
  const { version } = own('package.json')
  try {
    const git = (...args) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const changed = git('status', '--porcelain') !== ''
    return {
      version,
      commit: git('rev-parse', 'HEAD'),
      committedAt: git('log', '-1', '--format=%cI'),
      changed,
    }
  } catch {
    say('This is not a git checkout: the manifest names no commit.')
    return { version, commit: null }
  }
}

function packageJson() {
  const { name, version, description, license, type, engines } = own('package.json')
  const entry = (at) => ({ types: `./types/${at}.d.ts`, default: `./cli/dist/${at}.mjs` })
  const browser = (at) => `./cli/dist/browser/${at}.mjs`
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    sideEffects: false,
    bin: { inkling: 'cli/bin/inkling.mjs' },
    exports: {
      './client': { types: './types/client.d.ts', node: './cli/dist/client.mjs', default: browser('client') },
      './msw': { types: './types/msw.d.ts', browser: browser('msw'), default: './cli/dist/msw.mjs' },
      './server': entry('server'),
      './scenarios': entry('scenarios'),
      './scenario.schema.json': './scenarios/scenario.schema.json',
      './openapi.json': './openapi.json',
      './package.json': './package.json',
    },
    // Native code of which the package manager must choose the platform's. pnpm and yarn ignore the shrinkwrap, so this and
    // all that it depends on have exact versions.
    dependencies: { '@napi-rs/canvas': own('mock-server/package.json').dependencies['@napi-rs/canvas'] },
    peerDependencies: { msw: '^2.10.0 || ^3.0.0' },
    peerDependenciesMeta: { msw: { optional: true } },
  }
}

function own(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function copy(path) {
  cpSync(join(root, path), join(stage, path), {
    recursive: true,
    // A .env of Docker Compose contains secrets.
    filter: (source) => !basename(source).endsWith('.test.ts') && basename(source) !== '.env',
  })
}

function write(path, text) {
  mkdirSync(join(stage, path, '..'), { recursive: true })
  writeFileSync(join(stage, path), text)
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}
