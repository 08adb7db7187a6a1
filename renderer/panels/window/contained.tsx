import { Component, type ReactNode } from 'react'
import { reportError } from '../../errors/notices.ts'
import { say } from '../../words/say.ts'

interface ContainedProps {
  /** What failed, in the user's words. */
  readonly name: string
  readonly children: ReactNode
}

/** A part of the window that fails alone: the rest goes on, the user is told, and the work can be saved. */
export class Contained extends Component<ContainedProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportError(error, this.props.name)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <p className="panel-hint">
        {say('window.stopped', { name: this.props.name })} <button type="button" className="link" onClick={() => this.setState({ failed: false })}>{say('window.restart')}</button>
      </p>
    )
  }
}
