import { type ComponentType, createElement, lazy } from 'react'

/** The code of a screen did not load: the connection failed, or a new version has replaced the file. */
export class ScreenNotLoaded extends Error {
  readonly load: () => Promise<unknown>

  constructor(load: () => Promise<unknown>, cause: unknown) {
    super('The code of this screen did not load', { cause })
    this.load = load
  }
}

/** React's lazy(), but a failure is not final: the next render after it loads again. Throws {@link ScreenNotLoaded}. */
export function loadScreen<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const lazyScreen = () =>
    lazy(() =>
      load().catch((cause: unknown) => {
        Code = lazyScreen()
        throw new ScreenNotLoaded(load, cause)
      }),
    )
  let Code = lazyScreen()
  return (props: P) => createElement(Code, props)
}
