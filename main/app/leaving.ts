/** So long the service has to take the last words before a person is asked. */
const storingMs = 2_000

type Parts = {
  /** Asks whether to leave although text would be lost. */
  readonly ask: () => Promise<boolean>
  /** Runs an action later; returns how to call it off. */
  readonly after: (ms: number, action: () => void) => () => void
}

/** Whether the window may close or load anew. */
export type Leaving = {
  /** Told by the window: whether it holds text that the service has not taken. */
  holds(unstored: boolean): void
  /**
   * True where nothing would be lost. Else false, and `go` is called once the text is stored, or a person gives it up.
   */
  mayLeave(go: () => void): boolean
}

/**
 * Keeps a window from going with text that is nowhere else: it waits a moment for the service to take it, then asks.
 */
export function makeLeaving({ ask, after }: Parts): Leaving {
  let unstored = false
  let isAsking = false
  let waiting: { readonly go: () => void; readonly callOff: () => void } | null = null

  const leave = (go: () => void): void => {
    unstored = false
    go()
  }
  const askFor = async (go: () => void): Promise<void> => {
    waiting = null
    isAsking = true
    const agreed = await ask()
    isAsking = false
    if (agreed) leave(go)
  }
  return {
    holds: (next) => {
      unstored = next
      if (next || waiting === null) return
      const { go, callOff } = waiting
      waiting = null
      callOff()
      go()
    },
    mayLeave: (go) => {
      if (!unstored) return true
      if (waiting === null && !isAsking) waiting = { go, callOff: after(storingMs, () => void askFor(go)) }
      return false
    },
  }
}
