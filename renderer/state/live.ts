import { create } from 'zustand'

type Live = {
  /** Whether the stream of events is read: then nothing needs to be asked for again and again. */
  readonly isOpen: boolean
  /** Grows with everything that may have changed lists of alerts, decisions, cases or activities. */
  readonly pulse: number
}

/** What the stream of events says to the window. */
export const useLive = create<Live>()(() => ({ isOpen: false, pulse: 0 }))

export const streamIs = (isOpen: boolean): void => {
  if (useLive.getState().isOpen !== isOpen) useLive.setState({ isOpen })
}

export const beat = (): void => {
  useLive.setState(({ pulse }) => ({ pulse: pulse + 1 }))
}
