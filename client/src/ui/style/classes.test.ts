import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(SRC, file), 'utf8')

/** The classes that components and modules name, other than those of their modules. */
function namedClasses(): string[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  const names = /className="([^"]+)"|clsx\('([^']+)'|composes: ([\w -]+) from global/g
  return files
    .filter((file) => /(?<!\.test)\.tsx$|\.module\.css$/.test(file))
    .flatMap((file) => [...read(file).matchAll(names)])
    .flatMap(([, ...found]) => found.join('').split(' '))
}

test('the shared classes are those that something names', () => {
  const shared = [...read('ui/style/classes.css').matchAll(/^ *\.([\w-]+) \{/gm)].map(([, name]) => name)
  const named = new Set(namedClasses())
  // Of base.css.
  named.delete('visually-hidden')
  expect([...named].sort()).toEqual(shared.sort())
})
