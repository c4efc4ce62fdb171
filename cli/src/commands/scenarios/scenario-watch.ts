import { existsSync, type FSWatcher, watch } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadedScenario } from '@inkling/scenarios/runner/language/files/loaded-scenario'
import { isCliError } from '../../cli-error.ts'
import { foldersIn, isBroken, readScenarios, sourceFile } from './scenario-files.ts'

/** Editors write a file in several steps, and save several files one after the other. */
const SETTLE_MS = 100

/**
 * Waits until scenarios, or files that they use, change, or new ones are there.
 * @param places files and folders of the scenarios.
 * @param select the files of the scenarios to watch; called again after each change.
 * @returns the scenarios to run again; none if the signal ends the wait.
 */
export async function changedScenarios(
  places: readonly string[],
  select: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<string[]> {
  const changes = new Changes()
  try {
    // Folders are watched before they are read, so that no change is missed.
    changes.watch([
      ...places.filter((place) => existsSync(place)).map((place) => dirname(place)),
      ...foldersIn(places),
    ])
    let before = await usedFiles(select)
    for (;;) {
      changes.watch([...before.values()].flat().map((file) => dirname(file)))
      const paths = await changes.next(signal)
      if (signal.aborted) return []
      changes.watch(foldersIn(places))
      const after = await usedFiles(select).catch((error: unknown) => {
        // A file that is being replaced is missing for a moment. The next run reports what stays wrong.
        if (isCliError(error)) return before
        throw error
      })
      const affected = [...after].filter(
        ([file, used]) => !before.has(file) || used.some((path) => isChanged(path, paths)),
      )
      if (affected.length > 0) return affected.map(([file]) => file)
      before = after
    }
  } finally {
    changes.close()
  }
}

/** Whether a file has changed, or a folder around it: one that is new was not watched when its files were written. */
const isChanged = (file: string, paths: ReadonlySet<string>): boolean =>
  paths.has(file) || [...paths].some((path) => file.startsWith(path + sep))

/** The files that each scenario uses, by its own file. */
async function usedFiles(select: () => Promise<readonly string[]>): Promise<Map<string, string[]>> {
  const read = await readScenarios(await select())
  return new Map(
    read.map((each) => [sourceFile(each), isBroken(each) ? [resolve(each.file)] : filesOf(each)]),
  )
}

/** The changed files in folders. */
class Changes {
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #paths = new Set<string>()
  #failure: unknown = null
  #wake = () => {}

  /** Watches these folders too. */
  watch(folders: readonly string[]): void {
    for (const folder of folders.map((each) => resolve(each))) {
      if (this.#watchers.has(folder)) continue
      const watcher = watch(folder, (_, name) => this.#note(resolve(folder, name ?? '')))
      watcher.on('error', (error) => this.#fail(error))
      this.#watchers.set(folder, watcher)
    }
  }

  /** The paths that have changed, once no further one changes. */
  async next(signal: AbortSignal): Promise<ReadonlySet<string>> {
    while (!signal.aborted) {
      if (this.#failure !== null) throw this.#failure
      const count = this.#paths.size
      if (count === 0) await this.#change(signal)
      else {
        await sleep(SETTLE_MS)
        if (this.#paths.size > count) continue
        const paths = new Set(this.#paths)
        this.#paths.clear()
        return paths
      }
    }
    return new Set()
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      this.#wake = done
      signal.addEventListener('abort', () => done(), { once: true })
    })
  }

  #note(path: string): void {
    this.#paths.add(path)
    this.#wake()
  }

  #fail(error: Error): void {
    this.#failure = error
    this.#wake()
  }
}

function filesOf({ scenario, source, includes, tables, assets }: LoadedScenario): string[] {
  const folder = dirname(source.file)
  const world = scenario.config?.world ?? []
  const beside = [...tables.keys(), ...assets.keys()].concat(world).map((name) => resolve(folder, name))
  return [resolve(source.file), ...beside, ...[...includes.values()].flatMap(filesOf)]
}
