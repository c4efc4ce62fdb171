import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { prune } from './prune.mjs'

/**
 * Packages that a bundle cannot hold: native ones, those that look for files of their own, and one that Ink only names.
 * And two that it should not: half a megabyte of tables of which a server of UTF-8 reads none, and a client of PostgreSQL
 * of which a server with a data folder needs none.
 */
const NATIVE = ['@napi-rs/canvas', 'esbuild', 'react-devtools-core', 'iconv-lite', 'pg']

const LOADER = fileURLToPath(new URL('bin/compiled.mjs', import.meta.url))

/**
 * Bundles TypeScript of our own for Node, with what it imports of ours; packages of others stay outside.
 * @param {{ entries: Record<string, string>, outdir: string }} options entry files by the name of their output
 */
export async function bundle({ entries, outdir }) {
  await write(outdir, entries, {
    ...SPLIT,
    entryPoints: entries,
    plugins: [packages(() => true), ownPlaces(outdir)],
  })
}

/**
 * Bundles the program with all that it imports, which starts four times as fast from there. What `serve` runs is a file
 * of its own in CommonJS, the only kind that V8 reads compiled: see bin/compiled.mjs.
 * @param {{ entries: Record<string, string>, apart: { module: string, exports: string[] }, outdir: string }} options
 * `apart` is the module in that file, and what others import of it
 * @returns the paths of the modules of ours that are in it
 */
export async function bundleProgram({ entries, apart, outdir }) {
  const served = await write(
    outdir,
    {},
    {
      ...WHOLE,
      entryPoints: [apart.module],
      // Whoever has the compiled code of one content does not take it for another's.
      entryNames: '[name]-[hash]',
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      banner: { js: OWN_ADDRESS },
      define: { ...WHOLE.define, 'import.meta.url': 'ownAddress' },
      plugins: [packages(isNative), englishOnly, prebuilt, ownPlaces(outdir)],
    },
  )
  const [file] = served.files
  const program = await write(outdir, entries, {
    ...WHOLE,
    ...SPLIT,
    entryPoints: entries,
    banner: { js: REQUIRE },
    plugins: [compiled(apart, basename(file)), packages(isNative), englishOnly, prebuilt, ownPlaces(outdir)],
  })
  await prune(outdir, Date.now())
  return [...new Set([...served.modules, ...program.modules])]
}

/** Builds, and puts the files in place one by one. Returns their paths, and those of the modules of ours in them. */
async function write(outdir, entries, options) {
  const { outputFiles, metafile } = await build({
    metafile: true,
    write: false,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    jsx: 'automatic',
    logLevel: 'silent',
    ...options,
  })
  await mkdir(outdir, { recursive: true })
  const isEntry = ({ path }) => Object.hasOwn(entries, basename(path, '.mjs'))
  // Entries last: whoever starts one finds its chunks, and whoever runs an older one keeps those it may still load.
  for (const { path, contents } of outputFiles.sort((a, b) => isEntry(a) - isEntry(b))) {
    await writeFile(`${path}.${process.pid}`, contents)
    await rename(`${path}.${process.pid}`, path)
  }
  const modules = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'))
  return { files: outputFiles.map(({ path }) => path), modules: modules.map((path) => resolve(path)) }
}

const SPLIT = {
  splitting: true,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // All in one folder: see ownPlaces.
  chunkNames: '[name]-[hash]',
}

const WHOLE = {
  minifySyntax: true,
  minifyWhitespace: true,
  // React's second half, for its developers, is as large as the rest of the console.
  define: { 'process.env.NODE_ENV': '"production"' },
}

/** Packages in CommonJS ask for Node's own modules. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

const OWN_ADDRESS = "const ownAddress = require('node:url').pathToFileURL(__filename).href;"

/** Whoever imports this module gets what the file beside the bundle exports. */
const compiled = ({ module, exports }, file) => ({
  name: 'compiled',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      path === module
        ? {
            contents: `import { requireCompiled } from ${JSON.stringify(LOADER)}
export const { ${exports} } = requireCompiled(new URL('./${file}', import.meta.url))`,
            resolveDir: dirname(module),
          }
        : undefined,
    )
  },
})

const isNative = (path) => NATIVE.some((name) => path === name || path.startsWith(`${name}/`))

/** Packages of others that stay outside, where Node finds them. */
const packages = (stayOutside) => ({
  name: 'packages-of-others',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@inkling/') || !stayOutside(path)
        ? undefined
        : { path, external: true },
    )
  },
})

/** Zod says what is wrong in fifty languages; every start would read them all. */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

/** The package looks for its prebuilt file through a dozen modules, which would take a tenth of each start. */
const prebuilt = {
  name: 'prebuilt',
  setup({ onLoad }) {
    onLoad({ filter: /fs-native-extensions[\\/]binding\.js$/ }, () => ({
      contents:
        "module.exports = require('fs-native-extensions/prebuilds/' + process.platform + '-' + process.arch + '/fs-native-extensions.node')",
    }))
  },
}

/**
 * A module that looks for a file beside itself finds it from the bundle too: its `import.meta.url` becomes the place of
 * its source, told from the place of the bundle so that the checkout may be moved.
 */
const ownPlaces = (outdir) => ({
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8')
      const place = JSON.stringify(relative(outdir, path).split(sep).join('/'))
      return {
        contents: contents.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }
    })
  },
})
