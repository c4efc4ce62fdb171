import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, relative, sep } from 'node:path'
import { build } from 'esbuild'

/**
 * Packages that a bundle cannot hold: native ones, those that look for files of their own, and one that Ink only names.
 * And one that it should not: half a megabyte of tables of which a server of UTF-8 reads none.
 */
const NATIVE = ['@napi-rs/canvas', 'esbuild', 'react-devtools-core', 'iconv-lite']

/**
 * Bundles TypeScript of our own for Node, with what it imports of ours; packages of others stay outside.
 * @param {{ entries: Record<string, string>, outdir: string, isWhole?: boolean }} options entry files by the name of
 * their output; a whole bundle holds the packages of others too, which start four times as fast from there.
 */
export async function bundle({ entries, outdir, isWhole = false }) {
  const { outputFiles } = await build({
    write: false,
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    outExtension: { '.js': '.mjs' },
    // All in one folder: see ownPlaces.
    chunkNames: '[name]-[hash]',
    jsx: 'automatic',
    logLevel: 'silent',
    plugins: [...(isWhole ? [packages(isNative), englishOnly] : [packages(() => true)]), ownPlaces(outdir)],
    // Packages in CommonJS ask for Node's own modules.
    ...(isWhole && {
      banner: { js: REQUIRE },
      minifySyntax: true,
      minifyWhitespace: true,
      // React's second half, for its developers, is as large as the rest of the console.
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  })
  await mkdir(outdir, { recursive: true })
  const isEntry = ({ path }) => Object.hasOwn(entries, basename(path, '.mjs'))
  // Entries last: whoever starts one finds its chunks, and whoever runs an older one keeps those it may still load.
  for (const { path, contents } of outputFiles.sort((a, b) => isEntry(a) - isEntry(b))) {
    await writeFile(`${path}.${process.pid}`, contents)
    await rename(`${path}.${process.pid}`, path)
  }
}

const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

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
