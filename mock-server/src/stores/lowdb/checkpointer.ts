import { type CollectionName, type Collections, StoreUnavailableError } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { dayOf } from './checkpoints.ts'
import type { CurrentJournal } from './current-journal.ts'
import type { Parts } from './data-folder.ts'
import { DamagedFileError } from './data-folder-error.ts'
import type { Lease } from './game-days.ts'
import type { Manifest, StoredFile } from './manifest.ts'
import type { Entry } from './sealed-json.ts'

type AnyDocument = Collections[CollectionName]
/** The games that a checkpoint has written, by day. */
type WrittenGames = ReadonlyMap<GameDay, readonly Game[]>

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
    void this.run()
  }

  /** Resolves when no checkpoint is running. */
  async settle(): Promise<void> {
    await this.#running
  }

  /** Writes a checkpoint. If it fails, the journals still hold everything. None may be running. */
  run(): Promise<void> {
    const { onProblem, parts } = this.#options
    this.#running = parts.days
      .withoutEviction(() => this.#write())
      .catch(onProblem)
      .finally(() => {
        this.#running = null
      })
    return this.#running
  }

  /**
   * Loads all games, so that a transaction can remove them. Games in damaged files cannot be loaded: a checkpoint removes
   * their files first, because a restart could not apply a journal that adds games to these days.
   * @throws {StoreUnavailableError} if that checkpoint fails.
   */
  async leaseAllToRemove(lease: Lease): Promise<void> {
    const { onProblem, parts } = this.#options
    const damaged = await parts.days.leaseReadable(lease)
    if (damaged.size === 0) return
    for (const [day, { path, why }] of damaged) {
      onProblem(new DamagedFileError(path, why, 'It is removed, because the world is replaced.'))
      parts.days.ignoreFile(day)
      parts.dirty.add(`games/${day}`)
    }
    while (this.#running) await this.#running
    await this.run()
    for (const [day, error] of damaged) {
      if (parts.checkpoints.hasDay(day)) throw new StoreUnavailableError(error)
    }
  }

  /**
   * Begins a new journal and writes new files, which the manifest then names instead of the old ones. A crash at any
   * point loses nothing: until then the old files and journals are valid, and applying a line twice changes nothing.
   */
  async #write(): Promise<void> {
    const { checkpoints, journals, manifest, dirty } = this.#options.parts
    if (dirty.size === 0) return
    const { journal, number } = await journals.begin()
    await checkpoints.remove(this.#failedParts.splice(0))
    await this.#options.journal.replaceBy(journal)
    const names = [...dirty]
    const files: Record<string, StoredFile> = {}
    const replaced = new Set<string>()
    try {
      const games = await this.#writeFiles(names, number, files)
      for (const name of Object.keys(files))
        for (const part of manifest.file(name)?.parts ?? []) replaced.add(part)
      await manifest.replace({ journals: [number], files, openDays: openDaysAfter(manifest, games) })
    } catch (error) {
      for (const name of names) dirty.add(name)
      this.#failedParts = Object.values(files).flatMap(({ parts }) => parts)
      throw error
    }
    await journals.removeUnnamed()
    await checkpoints.remove(replaced)
  }

  /**
   * @param files receives the written files, by name
   * @returns the games of the written days
   */
  async #writeFiles(
    names: readonly string[],
    number: number,
    files: Record<string, StoredFile>,
  ): Promise<WrittenGames> {
    const { catalogue, checkpoints, dirty } = this.#options.parts
    const games = new Map<GameDay, Game[]>()
    for (const name of names) {
      dirty.delete(name)
      const day = dayOf(name)
      const written: AnyDocument[] = []
      files[name] = await checkpoints.write(name, this.#entries(name, written), number)
      if (day !== undefined) games.set(day, written as Game[])
    }
    // Not from memory: a game that is removed meanwhile would be in the file of its day only, where nothing finds it.
    for (const name of catalogue.filesOf(games.keys())) {
      files[name] = await catalogue.writeChanged(name, games, number)
    }
    return games
  }

  /**
   * The current contents of one file. Calls continue while it is written: a later change is in the new journal, and
   * marks the file as dirty again.
   * @param written receives the documents
   */
  async *#entries(name: string, written: AnyDocument[]): AsyncGenerator<Entry<AnyDocument>> {
    const { checkpoints, documents } = this.#options.parts
    for (const part of checkpoints.parts(name, documents)) {
      for (const entry of await this.#durableEntries(part)) {
        written.push(entry[1])
        yield entry
      }
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

/** The days with open games in the files of a checkpoint. Memory may be ahead of them, and may be rolled back. */
function openDaysAfter({ openDays }: Manifest, written: WrittenGames): GameDay[] {
  const unchanged = openDays.filter((day) => !written.has(day))
  const changed = [...written].filter(([, games]) => games.some(({ completedAt }) => completedAt === null))
  return [...unchanged, ...changed.map(([day]) => day)].sort()
}

const isFulfilled = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )
