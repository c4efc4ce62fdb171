import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { OLDEST_NODE } from './bin/node-version.mjs'
import { replaceFile } from './bin/replace-file.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages with native code, which cannot be bundled, and one that Ink imports only in development. */
const NATIVE = ['@napi-rs/canvas', 'esbuild', 'react-devtools-core']

/** A package whose binaries for all platforms are small enough to be copied next to the bundle. */
const LOCKS = 'node_modules/fs-native-extensions'

/** The user's own msw: its handlers and its setup must come from the same copy. */
const PEERS = ['msw']

/**
 * Files that modules read at run time as `new URL('./NAME', import.meta.url)`. They are copied next to the bundle under
 * the same names. All bundled modules share the output folder, so names must be unique.
 */
const DATA = {
  lexicon: 'mock-server/src/core/scoring/lexicon',
  migrations: 'mock-server/src/server/stores/postgres/migrations',
  data: 'fixtures/drawings/data',
  'examples.yaml': 'scenarios/runner/language/reference/examples.yaml',
  'load-examples.yaml': 'scenarios/load/reference/load-examples.yaml',
}

/**
 * Bundles our own TypeScript for Node. Third-party packages stay external.
 * @param {{ entries: Record<string, string>, outdir: string, plugins?: import('esbuild').Plugin[] }} options entry files
 * by the name of their output, and plugins that change the sources
 */
export async function bundle({ entries, outdir, plugins = [] }) {
  await write(outdir, entries, { plugins: [...plugins, external((path) => !path.startsWith('@inkling/'))] })
}

/**
 * Bundles the program with its dependencies, except native packages. It then starts four times as fast.
 * @param {{ entries: Record<string, string>, outdir: string }} options entry files by the name of their output
 * @returns the written files, and the bundled modules (our own and third-party)
 */
export async function bundleProgram({ entries, outdir }) {
  const written = await write(outdir, entries, {
    minifySyntax: true,
    minifyWhitespace: true,
    // React's development build is as large as the rest of the console.
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: REQUIRE },
    plugins: [external(staysOutside), nativeLocks],
  })
  await copyLocks(join(outdir, 'native'))
  return written
}

/**
 * Bundles modules for browsers. The modules in mock-server/src/package/node-in-browsers replace Node's.
 * @param {{ entries: Record<string, string>, outdir: string }} options entry files by the name of their output
 * @returns the bundled modules
 */
export async function bundleForBrowsers({ entries, outdir }) {
  const own = (name) => join(root, 'mock-server/src/package/node-in-browsers', name)
  const { metafile } = await build({
    entryPoints: entries,
    outdir,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'browser',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    target: 'es2022',
    minify: true,
    logLevel: 'silent',
    external: PEERS,
    alias: {
      'node:crypto': own('crypto.ts'),
      'node:fs': own('fs.ts'),
      'node:timers/promises': own('timers.ts'),
      'node:zlib': own('zlib.ts'),
    },
    // No file is read relative to the bundle: node-in-browsers/fs.ts contains the only one that is needed.
    define: { 'import.meta.url': '"https://inkling.invalid/"' },
  })
  return modulesOf(metafile)
}

const modulesOf = (metafile) => Object.keys(metafile.inputs).map((path) => resolve(path))

/** Bundled CommonJS packages call `require` for Node's built-in modules. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

async function write(outdir, entries, options) {
  const { outputFiles, metafile } = await build({
    entryPoints: entries,
    outdir,
    metafile: true,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    // All in one folder; see DATA.
    chunkNames: '[name]-[hash]',
    platform: 'node',
    target: `node${OLDEST_NODE}`,
    jsx: 'automatic',
    logLevel: 'silent',
    ...options,
  })
  await mkdir(outdir, { recursive: true })
  for (const [name, source] of Object.entries(DATA)) {
    await copy(join(root, source), join(outdir, name))
  }
  const isEntry = ({ path }) => Object.hasOwn(entries, basename(path, '.mjs'))
  // Write entries last, so that an entry never imports a chunk that does not exist yet.
  for (const { path, contents } of outputFiles.sort((a, b) => isEntry(a) - isEntry(b))) {
    replaceFile(path, contents)
  }
  return {
    files: outputFiles.map(({ path }) => basename(path)),
    modules: modulesOf(metafile),
  }
}

/**
 * Copies a file or folder, and removes files of earlier copies. Unlike fs.cp, several processes may write the same copy at
 * the same time.
 */
async function copy(from, to) {
  if (!(await stat(from)).isDirectory()) return replaceFile(to, await readFile(from))
  await mkdir(to, { recursive: true })
  const names = await readdir(from)
  for (const name of names) await copy(join(from, name), join(to, name))
  // Another process is writing the drafts (replace-file.mjs).
  const isOld = (name) => !names.includes(name) && !/\.\d+$/.test(name)
  for (const name of (await readdir(to)).filter(isOld))
    await rm(join(to, name), { recursive: true, force: true })
}

/** Copies the binaries for Node, and not those for other runtimes. */
async function copyLocks(to) {
  const prebuilds = join(root, LOCKS, 'prebuilds')
  await mkdir(to, { recursive: true })
  for (const platform of await readdir(prebuilds)) {
    const binary = join(prebuilds, platform, 'fs-native-extensions.node')
    const bytes = await readFile(binary).catch(() => null)
    if (bytes) replaceFile(join(to, `locks-${platform}.node`), bytes)
  }
}

/**
 * The package finds its binary through five more packages, whose versions npm alone would fix in a user's project. Ours
 * loads the copy.
 */
const nativeLocks = {
  name: 'native locks',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]fs-native-extensions[\\/]binding\.js$/ }, () => ({
      contents: `const binary = './native/locks-' + process.platform + '-' + process.arch + '.node'
module.exports = require(binary)`,
    }))
  },
}

const staysOutside = (path) =>
  [...NATIVE, ...PEERS].some((name) => path === name || path.startsWith(`${name}/`))

/** Leaves packages to be resolved by Node at run time. */
const external = (isExternal) => ({
  name: 'external',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && isExternal(path) ? { path, external: true } : undefined,
    )
  },
})
