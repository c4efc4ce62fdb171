import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What the built client loads at some point, compressed. */
export interface Load {
  readonly name: string
  /** Bytes of its scripts, each compressed with gzip. */
  readonly bytes: number
  readonly max: number
}

/**
 * The sizes of the first load (home), and of what a drawing turn adds to it.
 * @param dist the folder of the built client
 * @throws {Error} if a load has no file, because a screen was renamed
 */
export function loadSizes(dist: string): Load[] {
  const assets = join(dist, 'assets')
  const files = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = withImports(files.filter((file) => page.includes(`/${file}`)))
  const ready = withImports(files.filter((file) => file.startsWith('ready-screen-')))
  const drawing = withImports(files.filter((file) => file.startsWith('draw-screen-')))
  const encoding = withImports(files.filter((file) => file.startsWith('export-drawing-')))
  return [
    load('first load of /', first, 130_000),
    load('drawing module, after the ready screen', without(without(drawing, first), ready), 18_000),
    load(
      'encoding of a drawing, loaded after the first stroke',
      without(without(encoding, first), drawing),
      3_000,
    ),
  ]

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

  function load(name: string, loaded: Set<string>, max: number): Load {
    if (loaded.size === 0) throw new Error(`There is no file for: ${name}`)
    const sizes = [...loaded].map((file) => gzipSync(readFileSync(join(assets, file))).length)
    return { name, bytes: sizes.reduce((sum, size) => sum + size, 0), max }
  }
}

const without = (files: Set<string>, others: Set<string>): Set<string> =>
  new Set([...files].filter((file) => !others.has(file)))
