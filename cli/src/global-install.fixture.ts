import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A PATH as after a global installation: texts then name the program `inkling`, as the guides do. */
export function pathWithInkling(folder: string, { PATH = '' } = process.env): string {
  const bin = join(folder, 'installed/bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'inkling'), '')
  return `${bin}${delimiter}${PATH}`
}
