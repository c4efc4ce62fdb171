#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { nodeProblem } from './node-version.mjs'

/* Runs without any dependency, reports what is missing, and loads the program. */

const tooOld = nodeProblem()

if (tooOld) {
  giveUp(tooOld)
} else if (!existsSync(new URL('../build.mjs', import.meta.url))) {
  // Installed from the package, which contains the bundle.
  await import('../dist/inkling.mjs')
} else if (!existsSync(new URL('../../node_modules/commander', import.meta.url))) {
  giveUp('the dependencies are not installed: run `npm install` in the folder of the checkout.')
} else {
  const { freshBundle } = await import('./fresh-bundle.mjs')
  await import(await freshBundle())
}

function giveUp(sentence) {
  process.stderr.write(`inkling: ${sentence}\n`)
  process.exitCode = 3
}
