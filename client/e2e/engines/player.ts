import type { Tab } from './engine.ts'
import { Screen } from './screen.ts'

/** Actions of a player in the client, through visible elements. */
export class Player extends Screen {
  readonly #url: string

  /** @param url scheme, host and port of the server */
  constructor(tab: Tab, url: string) {
    super(tab)
    this.#url = url
  }

  goto(path: string): Promise<void> {
    return this.tab.goto(this.#url + path)
  }

  async onboard(username: string): Promise<void> {
    await this.goto('/')
    await this.press('button', 'Get Started')
    await this.fill('textbox', 'Username', username)
    await this.press('radio', /cat/i)
    await this.press('button', 'Start Playing!')
    await this.see({ role: 'link', name: /Play Solo/ })
  }

  /** @returns the join code */
  async createGroup(name: string): Promise<string> {
    await this.press('link', /Create Group/)
    await this.fill('textbox', 'Group name', name)
    await this.press('button', 'Create Group')
    await this.see({ role: 'heading', name })
    const { text } = await this.until({ text: /^[A-Z0-9]{6}$/ }, 'see the code', ({ box }) => box !== null)
    return text.trim()
  }

  /** From home through the ready screen into the turn. */
  async startTurn(): Promise<void> {
    await this.press('link', 'Start')
    await this.press('button', "Let's Go!")
  }

  /** The browser's local storage. */
  storage(): Promise<Record<string, string>> {
    return this.tab.run(() => ({ ...localStorage }))
  }
}
