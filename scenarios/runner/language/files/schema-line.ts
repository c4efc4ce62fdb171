import { dirname, relative, resolve } from 'node:path'

/**
 * The comment in a scenario file that tells editors the path of its schema.
 * @param file path of the scenario file.
 * @param schema path of the JSON Schema.
 */
export function schemaLine(file: string, schema: string): string {
  const path = relative(dirname(resolve(file)), resolve(schema)).replaceAll('\\', '/')
  return `yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`
}
