import { type ComponentType, createElement, lazy } from 'react'

/** The code of a screen did not load: the connection failed, or a new version has replaced the file. */
export class ScreenNotLoaded extends Error {
  /** Tries to load the code again. */
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
 * Like React's lazy(), but a failed load can be retried. The component throws {@link ScreenNotLoaded}, and the error
 * boundary decides when to retry: React renders again after an error, so an automatic retry would loop.
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
