import lucide from '@inkling/fixtures/drawings/data/lucide.generated.json'
import openmoji from '@inkling/fixtures/drawings/data/openmoji.generated.json'
import own from '@inkling/fixtures/drawings/data/own.generated.json'
import tabler from '@inkling/fixtures/drawings/data/tabler.generated.json'

/* Replaces `node:fs` in browsers. It contains only the files of the stroke library. */

const FILES: Readonly<Record<string, object>> = {
  'lucide.generated.json': lucide,
  'openmoji.generated.json': openmoji,
  'own.generated.json': own,
  'tabler.generated.json': tabler,
}

/** @throws {Error} for a file that is not in the bundle. */
export function readFileSync(file: URL): string {
  const name = file.pathname.split('/').at(-1) ?? ''
  const content = FILES[name]
  if (!content) throw new Error(`${name} is not in the bundle for browsers.`)
  return JSON.stringify(content)
}
