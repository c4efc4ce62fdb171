/** What the flows need from a browser engine. Each driver implements this and nothing more. */
export interface Engine {
  /** The pointer types besides the mouse. */
  readonly pointerType: PointerType
  /** Starts a browser with empty storage of its own. */
  open(look: Look): Promise<Device>
  close(): Promise<void>
}

export type PointerType = 'mouse' | 'touch' | 'pen'
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** A device's settings, applied before a page asks for them. */
export interface Look {
  readonly width: number
  readonly height: number
  /** The system's theme. */
  readonly dark?: boolean
  /** Whether the system asks for reduced motion. */
  readonly still?: boolean
}

/** One browser: its tabs share their storage. */
export interface Device {
  /** The browser's own name, with its version. */
  readonly version: string
  openTab(): Promise<Tab>
  close(): Promise<void>
}

export interface Tab {
  goto(url: string): Promise<void>
  /** Calls a function in the page, with JSON in both directions. It must not refer to anything outside itself. */
  run<A extends unknown[], R>(script: (...args: A) => R | Promise<R>, ...args: A): Promise<R>
  /** Runs the text of a script in the page. */
  load(source: string): Promise<void>
  /** Moves a pointer along these points of the viewport: down at the first, up at the last. */
  stroke(points: readonly Point[], pointerType: PointerType): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  screenshot(): Promise<Buffer>
  /** Kills the tab without firing the page's unload events. */
  kill(): Promise<void>
}

/** CSS pixels from the left and the top of the viewport. */
export interface Point {
  readonly x: number
  readonly y: number
}
