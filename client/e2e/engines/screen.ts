import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { PointerType, Tab } from './engine.ts'
import { eventually } from './eventually.ts'

/** An element by role and accessible name, as screen readers find it, or by its text. */
export type Wanted = { role: string; name: string | RegExp } | { text: string | RegExp }

/** A page as a player uses it. Each action waits until it is possible. */
export class Screen {
  readonly tab: Tab

  constructor(tab: Tab) {
    this.tab = tab
  }

  /** Waits until the element is visible. */
  async see(wanted: Wanted): Promise<void> {
    await this.until(wanted, `see ${nameOf(wanted)}`, ({ box }) => box !== null)
  }

  /** Waits until the element can be clicked, and clicks it: again, if it has moved away before the click. */
  async press(role: string, name: string | RegExp, pointerType: PointerType = 'mouse'): Promise<void> {
    const wanted = { role, name }
    let last = ''
    const { box } = await this.until(wanted, `press ${nameOf(wanted)}`, (state) => {
      const isStill = JSON.stringify(state) === last
      last = JSON.stringify(state)
      return isStill && state.isOpen
    })
    if (!box) return
    await this.tab.stroke([{ x: box.x + box.width / 2, y: box.y + box.height / 2 }], pointerType)
    // A page that is unloading does not respond: the click has hit.
    const hasMissed = await this.tab.run(missed).catch(() => false)
    if (hasMissed) await this.press(role, name, pointerType)
  }

  /** Clicks a field and types into it. */
  async fill(role: string, name: string | RegExp, text: string): Promise<void> {
    await this.press(role, name)
    await this.tab.type(text)
  }

  /** Waits until the first match has a state. @throws with the visible text of the page, if it never has. */
  async until(wanted: Wanted, purpose: string, isThere: (state: State) => boolean): Promise<State> {
    try {
      return await eventually(purpose, async () => {
        const state = await this.#find(wanted)
        return isThere(state) ? state : undefined
      })
    } catch (cause) {
      const page = await this.tab
        .run(() => `${location.pathname} shows:\n${document.body.textContent}`)
        .catch(String)
      throw new Error(`${cause instanceof Error ? cause.message : cause}. ${page}`, { cause })
    }
  }

  async #find(wanted: Wanted): Promise<State> {
    try {
      return await this.tab.run(find, pack(wanted))
    } catch (error) {
      // A new page has not loaded the finder yet, and an unloading page does not respond.
      await this.tab.load(await finder)
      return { box: null, isOpen: false, text: String(error) }
    }
  }
}

export interface State {
  box: { x: number; y: number; width: number; height: number } | null
  /** Neither disabled nor covered. */
  isOpen: boolean
  text: string
}

const { resolve } = createRequire(import.meta.url)
const finder = readFile(resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8')

interface Packed {
  role: string | null
  source: string
  flags: string | null
}

/** Converts regular expressions, which JSON does not support. */
function pack(wanted: Wanted): Packed {
  const name = 'text' in wanted ? wanted.text : wanted.name
  const role = 'text' in wanted ? null : wanted.role
  return name instanceof RegExp
    ? { role, source: name.source, flags: name.flags }
    : { role, source: name, flags: null }
}

const nameOf = (wanted: Wanted): string =>
  'text' in wanted ? `"${wanted.text}"` : `${wanted.role} "${wanted.name}"`

/** Runs in the page. */
function find({ role, source, flags }: Packed): State {
  const { queryAllByRole, queryAllByText } = (globalThis as never as { TestingLibraryDom: Finder })
    .TestingLibraryDom
  const name = flags === null ? source : new RegExp(source, flags)
  const found =
    role === null ? queryAllByText(document.body, name) : queryAllByRole(document.body, role, { name })
  const visible = found.filter((one) => one.getClientRects().length > 0)
  // An open dialog covers elements of the same name.
  const element = visible.find((one) => one.closest('dialog, [role$="dialog"]')) ?? visible[0]
  if (!element) return { box: null, isOpen: false, text: '' }
  const { top, bottom } = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const leadsTo = (hit: Element | null) =>
    element.contains(hit) || (hit?.closest('label')?.contains(element) ?? false)
  const presses = globalThis as Presses
  presses.hasMissed = false
  presses.note = (hit) => {
    presses.hasMissed = element.isConnected && !leadsTo(hit)
  }
  if (!presses.isWatched) {
    addEventListener('click', ({ target }) => presses.note?.(target as Element), { capture: true })
    presses.isWatched = true
  }
  return {
    box: { x, y, width, height },
    isOpen:
      !element.matches(':disabled, [aria-disabled="true"]') &&
      leadsTo(document.elementFromPoint(x + width / 2, y + height / 2)),
    text: element.textContent ?? '',
  }
}

/** What {@link find} records in the page about the latest press. */
interface Presses {
  isWatched?: boolean
  hasMissed?: boolean
  note?: (hit: Element | null) => void
}

/** Runs in the page. */
const missed = (): boolean => (globalThis as Presses).hasMissed === true

interface Finder {
  queryAllByRole: (root: Element, role: string, options: { name: string | RegExp }) => HTMLElement[]
  queryAllByText: (root: Element, text: string | RegExp) => HTMLElement[]
}
