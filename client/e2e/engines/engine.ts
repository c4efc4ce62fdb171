/** What the flows need of a browser engine. Each driver implements this and nothing more. */
export interface Engine {
  /** What can draw here besides the mouse. */
  readonly hand: Hand
  /** Starts a browser whose storage is its own and empty. */
  open(look: Look): Promise<Device>
  close(): Promise<void>
}

export type Hand = 'mouse' | 'touch' | 'pen'
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** How a device is set up before a page asks for it. */
export interface Look {
  readonly width: number
  readonly height: number
  /** The system's theme. */
  readonly dark?: boolean
  /** The system asks for less movement. */
  readonly still?: boolean
}

/** One browser: its tabs share their storage. */
export interface Device {
  /** As the browser names itself, with its version. */
  readonly version: string
  openTab(): Promise<Tab>
  close(): Promise<void>
}

export interface Tab {
  goto(url: string): Promise<void>
  /** Calls a function in the page, with JSON in both directions. It must not use anything from around it. */
  run<A extends unknown[], R>(script: (...args: A) => R | Promise<R>, ...args: A): Promise<R>
  /** Runs a script's text in the page, as one of its own. */
  load(source: string): Promise<void>
  /** Moves a pointer along these points of the viewport, from the first, where it goes down, to the last. */
  stroke(points: readonly Point[], hand: Hand): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  screenshot(): Promise<Buffer>
  /** Ends the tab without asking its page. */
  kill(): Promise<void>
}

/** CSS pixels from the left and the top of the viewport. */
export interface Point {
  readonly x: number
  readonly y: number
}
