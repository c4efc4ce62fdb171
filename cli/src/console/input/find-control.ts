import { listGroups } from '../../commands/players/groups.ts'
import { listUsers } from '../../commands/players/users.ts'
import { cleanedData } from '../../terminal-text.ts'
import { type Found, groupRows, MAX_FOUND, NOTHING_FOUND, pickItemOf, playerRows } from '../state/found.ts'
import type { ConsoleState, PickItem } from '../state/state.ts'
import type { ReaderParts } from './moderation-reader.ts'

/** Finds players and groups on the server while a filter or the name of a player is typed. */
export class FindControl {
  readonly #parts: ReaderParts
  readonly #unsubscribe: () => void
  #isReading = false

  constructor(parts: ReaderParts) {
    this.#parts = parts
    this.#unsubscribe = parts.store.subscribe(() => void this.#follow())
  }

  stop(): void {
    this.#unsubscribe()
  }

  /** Reads one search at a time, and always the latest text last. */
  async #follow(): Promise<void> {
    const sought = soughtIn(this.#parts.store.get())
    if (this.#isReading || sought === null || sought === this.#parts.store.get().found.text) return
    this.#isReading = true
    const found = await this.#find(sought)
    this.#isReading = false
    this.#parts.store.change((before) => ({ ...before, found, mode: withFound(before, found) }))
  }

  async #find(text: string): Promise<Found> {
    const { settings, store, sentence } = this.#parts
    if (text === '') return NOTHING_FOUND
    try {
      const search = { find: text, limit: MAX_FOUND }
      const [players, groups] = cleanedData(
        await Promise.all([listUsers(settings, search), listGroups(settings, search)]),
      )
      return {
        text,
        rows: [...groupRows(groups.items), ...playerRows(players.items, store.get())],
        hasMore: players.next !== undefined || groups.next !== undefined,
        problem: null,
      }
    } catch (error) {
      return { ...NOTHING_FOUND, text, problem: sentence(error) }
    }
  }
}

/** The text to find on the server; null if there is nothing to find now. */
function soughtIn({ mode, kind }: ConsoleState): string | null {
  const isSearch =
    (mode.name === 'filter' && mode.of === 'games') || (mode.name === 'pick' && mode.searches === true)
  return kind === 'reference' && isSearch ? mode.line.text.trim() : null
}

/** A list of players to pick from has those that were found too. */
function withFound({ mode }: ConsoleState, { rows }: Found): ConsoleState['mode'] {
  if (mode.name !== 'pick' || !mode.searches) return mode
  const players = rows.filter(({ kind }) => kind === 'player').map(pickItemOf)
  const known = new Set(mode.items.map(({ id }) => id))
  const added: PickItem[] = players.filter(({ id }) => !known.has(id))
  return added.length === 0 ? mode : { ...mode, items: [...mode.items, ...added] }
}
