import { type ComponentType, createElement, lazy } from 'react'

/** The code of a screen did not load: the connection failed, or a new version has replaced the file. */
export class ScreenNotLoaded extends Error {
  /** Loads the code again, to check whether that works now. */
  readonly load: () => Promise<unknown>
  /** Lets the next render of the screen load its code again. */
  readonly forget: () => void

  constructor(load: () => Promise<unknown>, forget: () => void, cause: unknown) {
    super('The code of this screen did not load', { cause })
    this.load = load
    this.forget = forget
  }
}

/**
 * Like React's lazy(), but a failure is not final. Throws {@link ScreenNotLoaded}, and the error boundary decides when
 * to load again: React renders again after an error, and would otherwise load endlessly.
 */
export function loadScreen<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const lazyScreen = () =>
    lazy(() =>
      load().catch((cause: unknown) => {
        throw new ScreenNotLoaded(load, forget, cause)
      }),
    )
  const forget = () => {
    Code = lazyScreen()
  }
  let Code = lazyScreen()
  return (props: P) => createElement(Code, props)
}
