import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'

/**
 * The comment in a scenario file that tells editors the path of its schema: the one beside the file, or else the one of its
 * project. Null without either, because any other path is right on this machine only.
 * @param file path of the scenario file.
 * @param schema path of the JSON Schema.
 */
export function schemaLine(file: string, schema: string): string | null {
  const folder = dirname(resolve(file))
  const beside = join(folder, basename(schema))
  const path = relative(folder, existsSync(beside) ? beside : resolve(schema)).replaceAll('\\', '/')
  const [up = ''] = /^(\.\.\/)*/.exec(path) ?? []
  if (isAbsolute(path) || (up !== '' && !isProject(join(folder, up)))) return null
  return `yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`
}

const isProject = (folder: string): boolean =>
  ['package.json', '.git'].some((name) => existsSync(join(folder, name)))
