import { useState } from 'react'
import { recallInWindow, rememberInWindow } from '../../state/windowMemory.ts'

const kept = 'training'

/**
 * The training that this window follows, until somebody closes what came of it; leaving the screen does not lose it,
 * since nothing else could stop it or tell why it failed.
 */
export const useFollowedTraining = (): readonly [id: string | null, follow: (id: string | null) => void] => {
  const [id, setId] = useState<string | null>(() => recallInWindow(kept) || null)
  const follow = (next: string | null): void => {
    rememberInWindow(kept, next ?? '')
    setId(next)
  }
  return [id, follow]
}
