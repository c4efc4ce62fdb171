import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../steps.mjs'

const TEXT = /^(licen[cs]e|copying|notice|ofl)/i

/**
 * The names, licences and licence texts of all packages in the bundles, and of third-party data.
 * @param {string[]} modules files in the bundles of the program
 * @throws {Error} for a package without a licence
 */
export function licences(modules) {
  const folders = new Set([...modules.map(packageOf).filter((folder) => folder !== null), ...ofClient()])
  const packages = [...folders].map(about).sort((a, b) => (a.title < b.title ? -1 : 1))
  const unlicensed = packages.filter(({ licence }) => licence === undefined)
  if (unlicensed.length > 0)
    throw new Error(`These packages name no licence: ${unlicensed.map(({ title }) => title).join(', ')}.`)
  const data = ['fixtures/ATTRIBUTION.md', 'mock-server/src/core/scoring/lexicon/LICENCES.md'].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )
  const seen = new Set()
  const sections = packages
    // The same version of a package may be installed in two folders.
    .filter(({ title }) => !seen.has(title) && seen.add(title))
    .map(({ title, licence, text }) => `${title}\nLicence: ${licence}\n\n${text}`)
  return [
    'Inkling is under the MIT licence (LICENSE). It contains the following third-party packages and data.\n',
    ...sections,
    ...data,
  ].join(`\n${'-'.repeat(80)}\n\n`)
}

/** The folder of the package that a file belongs to; null for our own. */
function packageOf(file) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? []
  return folder ?? null
}

/** All dependencies of the client, because its bundler does not list the packages that it includes. */
function ofClient() {
  const folders = new Set()
  const visit = (folder) => {
    const { resolve } = createRequire(join(folder, 'package.json'))
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@inkling/')) continue
      const found = resolve
        .paths(name)
        .map((path) => join(path, name))
        .find((path) => existsSync(join(path, 'package.json')))
      if (!found) throw new Error(`${name} is not installed: run npm install.`)
      if (folders.has(found)) continue
      folders.add(found)
      visit(found)
    }
  }
  visit(join(root, 'client'))
  return folders
}

function about(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => TEXT.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return {
    title: `${name} ${version}`,
    licence: license,
    text: texts.join('\n\n') || '(the package contains no licence text)',
  }
}
