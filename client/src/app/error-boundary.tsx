import { Component, type ErrorInfo, type ReactNode } from 'react'
import { versionOnServer } from '../platform/version.ts'
import { Button } from '../ui/controls/button.tsx'
import { Book } from '../ui/page/book.tsx'
import { ScreenNotLoaded } from '../ui/page/load-screen.ts'
import { StatePanel } from '../ui/page/state-panel.tsx'
import { ErrorPicture } from '../ui/pictures/pictures.tsx'

interface State {
  failure: { error: unknown } | null
  isBusy: boolean
}

interface ErrorBoundaryProps {
  children: ReactNode
  /** Whether the screens are outside the book, so that an error needs a book of its own. */
  needsBook?: boolean
}

/** Catches errors thrown while a screen renders, and offers a retry. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: null, isBusy: false }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error }, isBusy: false }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A screen failed:', error, info.componentStack)
  }

  override componentWillUnmount() {
    // The player left this screen; returning to it loads its code again.
    this.#forget(this.state.failure?.error)
  }

  override render() {
    const { failure, isBusy } = this.state
    if (!failure) return this.props.children
    const panel = (
      <StatePanel
        role="alert"
        picture={<ErrorPicture />}
        title="Something went wrong"
        text={
          failure.error instanceof ScreenNotLoaded
            ? 'This page could not be loaded. Check your connection and try again, or refresh the page; your game is safe.'
            : 'Something went wrong on this page. Reload it; your game is safe.'
        }
        actions={
          <>
            <Button tone="primary" busy={isBusy} onClick={() => void this.#tryAgain(failure.error)}>
              Try Again
            </Button>
            <Button onClick={() => window.location.reload()}>Refresh Page</Button>
          </>
        }
      />
    )
    return this.props.needsBook ? <Book>{panel}</Book> : panel
  }

  /** If code does not load although the server responds, this version is outdated and the page is reloaded. */
  async #tryAgain(error: unknown): Promise<void> {
    if (error instanceof ScreenNotLoaded) {
      this.setState({ isBusy: true })
      const isLoaded = await error.load().then(
        () => true,
        () => false,
      )
      if (!isLoaded && (await versionOnServer()) !== null) return window.location.reload()
    }
    this.#forget(error)
    this.setState({ failure: null, isBusy: false })
  }

  #forget(error: unknown): void {
    if (error instanceof ScreenNotLoaded) error.forget()
  }
}
