import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCHEMA = fileURLToPath(new URL('../scenario.schema.json', import.meta.url))

/** The comment by which editors find the schema of a scenario file. */
export function schemaLine(file: string): string {
  const path = relative(dirname(resolve(file)), SCHEMA).replaceAll('\\', '/')
  return `yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`
}
