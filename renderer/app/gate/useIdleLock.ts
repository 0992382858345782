import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../../data/queries/keys.ts'
import { useLockWindow } from '../../data/queries/session.ts'
import { useConnection } from '../../state/session.ts'

const minuteMs = 60_000
const lookEveryMs = 5_000
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** What a person does in one tab keeps the others open too: they are one sign-in. */
const channelName = 'fieldseal in use'

/**
 * Locks the window once nobody has used it for so many minutes; 0: never. While somebody does, the service hears of it
 * at least three times in that time, for it locks a window of which it hears nothing.
 */
export const useIdleLock = (minutes: number): void => {
  const client = useQueryClient()
  const locked = useConnection((connection) => connection.locked)
  const { mutate: lockWindow } = useLockWindow()
  useEffect(() => {
    if (minutes === 0 || locked) return
    const limitMs = minutes * minuteMs
    let usedAt = Date.now()
    let toldAt = Date.now()
    const tabs = new BroadcastChannel(channelName)
    tabs.onmessage = () => {
      usedAt = Date.now()
    }
    const used = (): void => {
      const now = Date.now()
      if (now - usedAt >= 1_000) tabs.postMessage(null)
      // A computer that slept wakes up with somebody at the keys: they are not who was there before.
      if (now - usedAt < limitMs) usedAt = now
    }
    const look = (): void => {
      const now = Date.now()
      if (now - usedAt >= limitMs) lockWindow()
      else if (usedAt > toldAt && now - toldAt >= limitMs / 3) {
        toldAt = now
        void client.refetchQueries({ queryKey: keys.me })
      }
    }
    const timer = setInterval(look, lookEveryMs)
    for (const sign of signs) window.addEventListener(sign, used, { capture: true, passive: true })
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      for (const sign of signs) window.removeEventListener(sign, used, { capture: true })
      document.removeEventListener('visibilitychange', look)
      tabs.close()
    }
  }, [minutes, locked, client, lockWindow])
}
