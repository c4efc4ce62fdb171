import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, Script } from 'node:vm'

/** By then a start is over, and what it needed has been compiled. */
const STARTED_MS = 1000

/**
 * Loads a file in CommonJS with what V8 compiled of it the last time, which saves a sixth of a server's start. The first
 * process to load it keeps that for the next ones; another version of Node makes its own.
 * @param {URL} url of a file whose name tells its content, as V8 compares no more than lengths
 * @returns {any} what it exports
 */
export function requireCompiled(url) {
  const filename = fileURLToPath(url)
  const kept = `${filename}.${process.version}-${process.arch}`
  const cachedData = readIfThere(kept)
  const source = readFileSync(filename, 'latin1')
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  if (!cachedData || script.cachedDataRejected) keepSoon(script, kept)
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(url), module, filename, dirname(filename))
  return module.exports
}

function readIfThere(path) {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Once the start is over, or at the end of a process that ends before. */
function keepSoon(script, path) {
  let isKept = false
  const keep = () => {
    if (isKept) return
    isKept = true
    try {
      writeFileSync(`${path}.${process.pid}`, script.createCachedData())
      renameSync(`${path}.${process.pid}`, path)
    } catch {
      // Where nothing can be written, the next start compiles as this one did.
    }
  }
  setTimeout(keep, STARTED_MS).unref()
  process.once('exit', keep)
}
