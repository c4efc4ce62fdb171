import { writeFileSync } from 'node:fs'
import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'
import { buildWorld, createScorer, loadLexicon } from '@inkling/mock-server/demo-world'
import { DEMO_SEED } from './files.ts'

/* Writes the demo's initial world to a file and prints a group code: `node build-world.mjs FILE`. */

const [file] = process.argv.slice(2)
if (!file) throw new Error('Usage: node build-world.mjs FILE')
const scorer = createScorer(loadLexicon())
const world = buildWorld('demo', {
  seed: DEMO_SEED,
  now: new Date().toISOString(),
  timeZone: DEFAULT_TIME_ZONE,
  judge: (guess, target) => scorer.judge(guess, target),
})
writeFileSync(file, JSON.stringify(world))
const [group] = world.groups
if (group) process.stdout.write(`${group.code}\n`)
