/** The browser engine as the flows use it. Each driver implements this. */
export interface Engine {
  /** The pointer type that the driver supports besides the mouse. */
  readonly pointerType: PointerType
  /** Starts a browser with separate, empty storage. */
  open(settings: DeviceSettings): Promise<Device>
  close(): Promise<void>
}

export type PointerType = 'mouse' | 'touch' | 'pen'
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** The settings of a device, applied before a page is opened. */
export interface DeviceSettings {
  readonly width: number
  readonly height: number
  /** The system's theme. */
  readonly dark?: boolean
  readonly reducedMotion?: boolean
}

/** A browser whose tabs share their storage. */
export interface Device {
  /** The browser's name and version. */
  readonly version: string
  openTab(): Promise<Tab>
  close(): Promise<void>
}

export interface Tab {
  goto(url: string): Promise<void>
  /** Calls a function in the page, with JSON in both directions. It must not refer to anything outside itself. */
  run<A extends unknown[], R>(script: (...args: A) => R | Promise<R>, ...args: A): Promise<R>
  /** Runs the source code of a script in the page. */
  load(source: string): Promise<void>
  /** Moves a pointer along points of the viewport: down at the first, up at the last. */
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
