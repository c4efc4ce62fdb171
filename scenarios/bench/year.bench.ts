import { cachedSketchbook } from '../bots/cached-sketchbook.ts'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { simulate } from '../simulate/simulate.ts'
import { say } from './figures.ts'

/* A simulated year of 20 groups of 6: its duration, and whether memory use stays constant. */

const DAYS = 365
const MEGABYTE = 1024 * 1024

const rss = (): number => {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

let atTenth = 0
const { summary, wallMs, days } = await simulate({
  target: inProcessTarget({ seed: 'year', clock: '2026-01-01T12:00:00-05:00' }),
  sketchbook: cachedSketchbook(loadSketchbook()),
  groups: 20,
  players: 6,
  days: DAYS,
  seed: 'year',
  personas: ['steady', 'steady', 'careless', 'slow'],
  invariants: false,
  onProgress({ day }) {
    if (day === Math.ceil(DAYS / 10)) atTenth = rss()
  },
})
const atEnd = rss()
say('days played', days, '', DAYS, 'at least')
say('games played', summary.games, '', 20 * (DAYS - 1), 'at least')
say('a simulated year of 20 groups of 6', wallMs / 1000, 's', 60)
process.stdout.write(
  `memory: ${Math.round(atTenth / MEGABYTE)} MB after a tenth, ${Math.round(atEnd / MEGABYTE)} MB at the end\n`,
)
say('memory at the end compared with memory after a tenth', atEnd / atTenth, 'times', 1.3)
