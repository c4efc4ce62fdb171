import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { root } from '../steps.mjs'

const ENTRIES = {
  client: 'mock-server/src/package/client',
  msw: 'mock-server/src/package/msw',
  server: 'mock-server/src/package/server',
  scenarios: 'scenarios/runner/package-entry',
}

/** Its declarations are replaced, because its types are Zod's. */
const REPLACED = ENTRIES.client

/** Packages whose types the declarations may import. */
const KNOWN = ['msw']

/**
 * The declarations of the package's entry points and of the modules they import, all for one folder.
 * @param {string} work folder for the output of the compiler
 * @param {string} clientDeclarations the declarations of the typed client
 * @returns {Map<string, string>} texts by file name
 * @throws {Error} for a declaration that imports a module outside the package
 */
export function declarations(work, clientDeclarations) {
  const out = join(work, 'types')
  rmSync(out, { recursive: true, force: true })
  emit(out)
  const texts = new Map()
  for (const [name, path] of Object.entries(ENTRIES)) add(path, name)
  return texts

  function add(path, name) {
    const file = `${name}.d.ts`
    if (texts.has(file)) return
    texts.set(file, '')
    const text = path === REPLACED ? clientDeclarations : readFileSync(join(out, `${path}.d.ts`), 'utf8')
    const rewritten = text.replaceAll(/(from ')([^']+)(')/g, (whole, before, specifier, after) => {
      if (KNOWN.includes(specifier)) return whole
      if (!specifier.startsWith('.'))
        throw new Error(`${path} declares types of '${specifier}': name them in the module itself.`)
      const target = relative(root, resolve(root, path, '..', specifier)).replace(/\.(ts|js)$/, '')
      const its = basename(target)
      add(target, its)
      return `${before}./${its}.js${after}`
    })
    texts.set(file, rewritten)
  }
}

function emit(outDir) {
  const compilerOptions = {
    declaration: true,
    emitDeclarationOnly: true,
    outDir,
    rootDir: root,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    verbatimModuleSyntax: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    // `npm run types` checks the sources.
    noCheck: true,
    // The compiler emits no declarations for modules that it resolves through node_modules.
    paths: {
      '@inkling/mock-server/*': ['mock-server/src/entries/*', 'mock-server/src/core/*'].map((path) =>
        join(root, path),
      ),
      '@inkling/scenarios/*': [join(root, 'scenarios/*')],
      '@inkling/fixtures/*': [join(root, 'fixtures/*')],
    },
  }
  const files = Object.values(ENTRIES).map((path) => join(root, `${path}.ts`))
  const config = `${outDir}.tsconfig.json`
  mkdirSync(dirname(config), { recursive: true })
  writeFileSync(config, JSON.stringify({ compilerOptions, files }))
  const words = ['--project', config, '--singleThreaded']
  execFileSync(join(root, 'node_modules/.bin/tsc'), words, { cwd: root, stdio: 'inherit' })
}
