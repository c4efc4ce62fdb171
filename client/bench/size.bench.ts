import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/* The download size of the first load (home), and the additional size of a drawing turn. */

const dist = fileURLToPath(new URL('../../client/dist', import.meta.url))
const assets = join(dist, 'assets')
const files = readdirSync(assets).filter((file) => file.endsWith('.js'))

const first = withImports(scriptsOf(readFileSync(join(dist, 'index.html'), 'utf8')))
const drawing = withImports(files.filter((file) => file.startsWith('draw-screen-')))
say('first load of /', [...first], 130)
say(
  'drawing module',
  [...drawing].filter((file) => !first.has(file)),
  20,
)

const packing = withImports(files.filter((file) => file.startsWith('export-drawing-')))
say(
  'encoding of a drawing, loaded after the first stroke',
  [...packing].filter((file) => !first.has(file) && !drawing.has(file)),
  3,
)

function scriptsOf(html: string): string[] {
  return files.filter((file) => html.includes(`/${file}`))
}

/** The files and all their static imports. */
function withImports(entries: string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...entries]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const code = readFileSync(join(assets, file), 'utf8')
    for (const [, path = ''] of code.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g)) {
      queue.push(basename(path))
    }
  }
  return found
}

function say(name: string, loaded: string[], max: number): void {
  if (loaded.length === 0) throw new Error(`There is no file for: ${name}`)
  const bytes = loaded.reduce((sum, file) => sum + gzipSync(readFileSync(join(assets, file))).length, 0)
  const missed = bytes > max * 1000
  if (missed) process.exitCode = 1
  process.stdout.write(
    `${name}, gzip: ${(bytes / 1000).toFixed(1)} kB (at most ${max})${missed ? ' MISSED' : ''}\n`,
  )
}
