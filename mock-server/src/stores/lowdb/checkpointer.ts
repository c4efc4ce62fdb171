import type { CollectionName, Collections } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { dayOf } from './checkpoints.ts'
import type { CurrentJournal } from './current-journal.ts'
import type { Parts } from './data-folder.ts'
import type { StoredFile } from './manifest.ts'
import type { Entry } from './sealed-json.ts'

type AnyDocument = Collections[CollectionName]

interface CheckpointerOptions {
  readonly parts: Parts
  readonly journal: CurrentJournal
  /** Minimum size of the journal for a checkpoint. */
  readonly minBytes: number
  /** Called if a checkpoint fails. */
  readonly onProblem: (problem: unknown) => void
}

/** Moves the transactions of the journal into checkpoint files, while other transactions continue. */
export class Checkpointer {
  readonly #options: CheckpointerOptions
  #running: Promise<void> | null = null
  /** Parts of failed checkpoints: the manifest on disk may name them until it is written again. */
  #failedParts: string[] = []

  constructor(options: CheckpointerOptions) {
    this.#options = options
  }

  /** Large files are not rewritten for every few megabytes, but only when the journal is as large as they are. */
  runIfDue(): void {
    const { journal, minBytes, parts } = this.#options
    const { catalogue, checkpoints, dirty } = parts
    if (journal.size < minBytes || this.#running) return
    const files = [...dirty, ...catalogue.filesOf([...dirty].flatMap((name) => dayOf(name) ?? []))]
    if (journal.size < checkpoints.bytes(files)) return
    this.#running = this.run().finally(() => {
      this.#running = null
    })
  }

  /** Resolves when no checkpoint is running. */
  async settle(): Promise<void> {
    await this.#running
  }

  /** Writes a checkpoint. If it fails, the journals still hold everything. None may be running. */
  run(): Promise<void> {
    const { onProblem, parts } = this.#options
    return parts.days.withoutEviction(() => this.#write()).catch(onProblem)
  }

  /**
   * Begins a new journal and writes new files, which the manifest then names instead of the old ones. A crash at any
   * point loses nothing: until then the old files and journals are valid, and applying a line twice changes nothing.
   */
  async #write(): Promise<void> {
    const { checkpoints, documents, journals, manifest, dirty } = this.#options.parts
    if (dirty.size === 0) return
    const { journal, number } = await journals.begin()
    await checkpoints.remove(this.#failedParts.splice(0))
    await this.#options.journal.replaceBy(journal)
    const names = [...dirty]
    const files: Record<string, StoredFile> = {}
    const replaced = new Set<string>()
    try {
      await this.#writeFiles(names, number, files)
      for (const name of Object.keys(files))
        for (const part of manifest.file(name)?.parts ?? []) replaced.add(part)
      await manifest.replace({ journals: [number], files, openDays: documents.open.days })
    } catch (error) {
      for (const name of names) dirty.add(name)
      this.#failedParts = Object.values(files).flatMap(({ parts }) => parts)
      throw error
    }
    await journals.removeUnnamed()
    await checkpoints.remove(replaced)
  }

  /** @param files receives the written files, by name */
  async #writeFiles(
    names: readonly string[],
    number: number,
    files: Record<string, StoredFile>,
  ): Promise<void> {
    const { catalogue, checkpoints, dirty } = this.#options.parts
    for (const name of names) {
      dirty.delete(name)
      files[name] = await checkpoints.write(name, this.#entries(name), number)
    }
    const games = new Map(names.flatMap((name) => dayOf(name) ?? []).map((day) => [day, this.#gamesOf(day)]))
    for (const name of catalogue.filesOf(games.keys())) {
      files[name] = await catalogue.writeChanged(name, games, number)
    }
  }

  /**
   * The current contents of one file. Calls continue while it is written: a later change is in the new journal, and
   * marks the file as dirty again.
   */
  async *#entries(name: string): AsyncGenerator<Entry<AnyDocument>> {
    const { checkpoints, documents } = this.#options.parts
    for (const part of checkpoints.parts(name, documents)) yield* await this.#durableEntries(part)
  }

  async *#gamesOf(day: GameDay): AsyncGenerator<Game> {
    for (const part of this.#options.parts.documents.partsOfDay(day)) {
      for (const [, game] of await this.#durableEntries(part)) yield game
    }
  }

  /**
   * A checkpoint never contains changes that are not yet in the journal: wait for pending lines, and retry if one failed
   * and was rolled back.
   */
  async #durableEntries<T>(part: ReadonlyMap<string, T>): Promise<Entry<T>[]> {
    const { journal, parts } = this.#options
    for (;;) {
      const isDurable = parts.inFlight.isEmpty
      const entries = [...part]
      if (isDurable || (await isFulfilled(journal.lastLine))) return entries
    }
  }
}

const isFulfilled = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )
