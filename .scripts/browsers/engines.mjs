import { existsSync, readdirSync } from 'node:fs'
import { giveUp } from '../steps.mjs'
import { which } from './debian.mjs'

/* The browsers besides Chromium. The path of each part comes from an environment variable or is looked up on the system. */
const ENGINES = [
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    parts: { FIREFOX_PATH: () => which('firefox-esr') ?? which('firefox') },
  },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    parts: {
      WEBKIT_DRIVER_PATH: () => which('WebKitWebDriver'),
      WEBKIT_BROWSER_PATH: miniBrowser,
      XVFB_PATH: () => which('Xvfb'),
    },
  },
]

/** The names and Debian packages of the browsers that are missing. */
export const missingEngines = () => ENGINES.filter((engine) => missingParts(engine).length > 0)

/** @returns environment variables for the tests, and a sentence for each browser that is missing */
export function findEngines() {
  const env = {}
  const missing = []
  for (const engine of ENGINES) {
    const parts = missingParts(engine)
    if (parts.length === 0) Object.assign(env, partsOf(engine))
    else missing.push(sentence(engine, parts))
  }
  return { env, missing }
}

const sentence = ({ name, packages }, parts) =>
  `NOT RUN: ${name}. This machine has no ${name} for the tests: install Debian's ${packages.join(' and ')}, ` +
  `or set ${parts.join(', ')}.`

const missingParts = (engine) =>
  Object.entries(partsOf(engine)).flatMap(([variable, path]) => (path ? [] : [variable]))

const partsOf = ({ parts }) =>
  Object.fromEntries(
    Object.entries(parts).map(([variable, find]) => [variable, fromEnvironment(variable) ?? find()]),
  )

function fromEnvironment(variable) {
  const path = process.env[variable]
  if (path && !existsSync(path))
    giveUp(`${variable} names ${path}, which does not exist: correct or unset it.`)
  return path || undefined
}

/** The library's package contains it, in a folder named after the architecture. */
function miniBrowser() {
  const places = folders('/usr/lib').concat('/usr/libexec', '/usr/lib')
  return places
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((api) => `${folder}/${api}/MiniBrowser`))
    .find(existsSync)
}

const folders = (path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() && entry.name.includes('-linux-') ? [`${path}/${entry.name}`] : [],
      )
    : []
