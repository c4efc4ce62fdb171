import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Book } from '../ui/book.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorPicture } from '../ui/pictures/pictures.tsx'
import { StatePanel } from '../ui/state-panel.tsx'

/** Catches what a screen threw while rendering, and offers a way on (spec section 2, Shell and support screens). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A screen failed:', error, info.componentStack)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Book>
        <StatePanel
          role="alert"
          picture={<ErrorPicture />}
          title="Something went wrong"
          text="An unexpected blot landed on this page. Please refresh the page to go on; your game is safe."
          actions={
            <>
              <Button tone="primary" onClick={() => this.setState({ failed: false })}>
                Try Again
              </Button>
              <Button onClick={() => window.location.reload()}>Refresh Page</Button>
            </>
          }
        />
      </Book>
    )
  }
}
