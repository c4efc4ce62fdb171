import { LowSync } from 'lowdb'
import { LocalStorage } from 'lowdb/browser'
import { type CollectionName, collections, type Everything } from '../../../engine/collections.ts'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { MemoryStore } from '../memory/memory-store.ts'
import { Documents } from '../shared/documents.ts'
import type { Source } from '../shared/optimistic-transaction.ts'

/** Encodes bytes as text. */
export interface TextOfBytes {
  toBase64(data: Uint8Array): string
  fromBase64(text: string): Uint8Array | null
}

/** The part of the browser's `navigator.locks` that the store needs. */
export type TabLocks = Pick<LockManager, 'request'>

/**
 * A store in memory, saved in a browser's local storage with each commit. All documents are under one key, so that a
 * transaction is saved completely or not at all; each drawing has its own key, because drawings never change. Tabs share the
 * storage: they commit one at a time, and a tab that finds another revision loads everything again.
 */
export class LocalStorageStore extends MemoryStore {
  readonly #drawingPrefix: string
  readonly #text: TextOfBytes
  readonly #saved: LowSync<Everything | null>
  readonly #revision: LocalStorage<number>
  readonly #commitAlone: <T>(work: () => Promise<T>) => Promise<T>
  /** The revision that is in memory. */
  #loaded = -1

  /**
   * @param prefix of every key
   * @param tabs absent where the browser has no locks, as on pages without TLS
   */
  constructor(prefix: string, text: TextOfBytes, tabs: TabLocks | undefined = globalThis.navigator?.locks) {
    super()
    this.#drawingPrefix = `${prefix}drawing_`
    this.#text = text
    this.#saved = new LowSync(new LocalStorage<Everything | null>(`${prefix}documents`), null)
    this.#revision = new LocalStorage(`${prefix}revision`)
    this.#commitAlone = async (work) => (tabs ? tabs.request(`${prefix}commit`, work) : work())
  }

  protected override source(): Source {
    this.#loadIfOld()
    return super.source()
  }

  protected override change(work: () => boolean): Promise<boolean> {
    return this.#commitAlone(async () => {
      // What a transaction has read is then out of date.
      this.#loadIfOld()
      const isChanged = work()
      if (isChanged) this.#save()
      return isChanged
    })
  }

  #loadIfOld(): void {
    const revision = this.#revision.read() ?? 0
    if (this.#loaded === revision) return
    this.#saved.read()
    const documents = new Documents()
    for (const name of names) documents.add(name, this.#saved.data?.[name] ?? [])
    this.documents.takeOver(documents)
    this.blobs.clear()
    for (const key of this.#keys()) {
      const bytes = this.#text.fromBase64(drawing(key).read() ?? '')
      if (bytes) this.blobs.set(key.slice(this.#drawingPrefix.length), bytes)
    }
    this.#loaded = revision
  }

  #save(): void {
    const revision = (this.#revision.read() ?? 0) + 1
    const drawings = new Map([...this.blobs].map(([sha256, bytes]) => [this.#drawingPrefix + sha256, bytes]))
    const stored = this.#keys()
    const added: string[] = []
    const removed = new Map<string, string | null>()
    try {
      // Makes room for the new ones.
      for (const key of stored) {
        if (drawings.has(key)) continue
        removed.set(key, drawing(key).read())
        localStorage.removeItem(key)
      }
      for (const [key, bytes] of drawings) {
        if (stored.includes(key)) continue
        drawing(key).write(this.#text.toBase64(bytes))
        added.push(key)
      }
      // Before the documents: after a failure in between, other tabs only load the same documents again.
      this.#revision.write(revision)
      this.#saved.data = this.documents.copy()
      this.#saved.write()
      this.#loaded = revision
    } catch (error) {
      // The storage is full. Memory is ahead of it now, so the next transaction loads everything.
      this.#loaded = -1
      for (const key of added) localStorage.removeItem(key)
      for (const [key, text] of removed) drawing(key).write(text ?? '')
      throw new StoreUnavailableError(error)
    }
  }

  /** The keys of the drawings. */
  #keys(): string[] {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    return keys.filter((key) => key.startsWith(this.#drawingPrefix))
  }
}

const names = Object.keys(collections) as CollectionName[]

const drawing = (key: string) => new LocalStorage<string>(key)
