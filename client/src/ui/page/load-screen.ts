import { type ComponentType, createElement, type FunctionComponent, lazy, Suspense } from 'react'

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

export interface Screen<P extends object = object> extends FunctionComponent<P> {
  /** Loads the code before it is needed. A failure is only logged: the render loads again and reports it. */
  readonly preload: () => Promise<void>
  /** Like `preload`, for what must not begin without the screen. @throws {ScreenNotLoaded} */
  readonly ensure: () => Promise<void>
}

/**
 * Like React's lazy(), but the code can be preloaded, and a failed load can be retried. The component throws
 * {@link ScreenNotLoaded}, and the error boundary decides when to retry: React renders again after an error, so an
 * automatic retry would loop.
 */
export function loadScreen<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Screen<P> {
  const lazyScreen = (): ComponentType<P> =>
    lazy(() =>
      load().catch((cause: unknown) => {
        throw new ScreenNotLoaded(load, forget, cause)
      }),
    )
  const forget = () => {
    Code = lazyScreen()
  }
  let Code = lazyScreen()
  let isRendered = false
  const screen = (props: P) => {
    isRendered = true
    return createElement(Code, props)
  }
  const ensure = () =>
    load().then(
      (code) => {
        // React would show a fallback for lazy code even if it is loaded. A screen that is rendered must not change.
        if (!isRendered) Code = code.default
      },
      (cause: unknown) => {
        throw new ScreenNotLoaded(load, forget, cause)
      },
    )
  const preload = () =>
    ensure().catch(({ cause }: ScreenNotLoaded) => console.info('A screen could not be preloaded:', cause))
  return Object.assign(screen, { preload, ensure })
}

/** A dialog, or a part of one, whose code is loaded on demand. Nothing is shown meanwhile. */
export function loadDialog<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): FunctionComponent<P> {
  const Dialog = loadScreen(load)
  return (props) => createElement(Suspense, null, createElement(Dialog, props))
}
