import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'

type Props = { readonly children: ReactNode; /** Another screen begins anew. */ readonly resetKey: string }
type State = { readonly error: unknown; readonly failedKey: string | null }

/** A screen that fails leaves the rest of the window usable. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null, failedKey: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.failedKey === props.resetKey) return null
    return { failedKey: props.resetKey, error: null }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return <ErrorState error={this.state.error} onRetry={() => this.setState({ error: null })} />
  }
}
