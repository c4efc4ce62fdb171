/** Lets waiting calls run: resolves in a later turn of the event loop. */
export const letCallsRun = (): Promise<void> =>
  // Browsers have no setImmediate.
  new Promise((resolve) => void (globalThis.setImmediate ?? setTimeout)(resolve))
