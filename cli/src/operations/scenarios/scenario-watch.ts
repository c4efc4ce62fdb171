import { watch } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadedScenario } from '@inkling/scenarios/runner/language/files/loaded-scenario'
import { isBroken, readScenarios, sourceFile } from './scenario-files.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 100

/**
 * Waits until a scenario, or a file that it uses, changes.
 * @returns the scenarios to run again; none if the signal ends the wait.
 */
export async function changedScenarios(files: readonly string[], signal: AbortSignal): Promise<string[]> {
  const read = await readScenarios(files)
  // An event for an abort during the read would not come.
  if (signal.aborted) return []
  const uses = new Map(
    read.map((each) => [sourceFile(each), isBroken(each) ? [resolve(each.file)] : filesOf(each)]),
  )
  const folders = [...new Set([...uses.values()].flat().map((file) => dirname(file)))]
  const stop = new AbortController()
  try {
    return await new Promise((done, fail) => {
      signal.addEventListener('abort', () => done([]), { signal: stop.signal })
      for (const folder of folders) {
        watch(folder, { signal: stop.signal }, async (_, name) => {
          const changed = resolve(folder, name ?? '')
          const affected = [...uses].filter(([, used]) => name === null || used.includes(changed))
          if (affected.length === 0) return
          await sleep(SETTLE_MS)
          done(affected.map(([file]) => file))
        }).on('error', fail)
      }
    })
  } finally {
    stop.abort()
  }
}

function filesOf({ scenario, source, includes, tables, assets }: LoadedScenario): string[] {
  const folder = dirname(source.file)
  const world = scenario.config?.world ?? []
  const beside = [...tables.keys(), ...assets.keys()].concat(world).map((name) => resolve(folder, name))
  return [resolve(source.file), ...beside, ...[...includes.values()].flatMap(filesOf)]
}
