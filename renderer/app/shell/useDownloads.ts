import { useEffect, useState } from 'react'
import type { Download } from '../../../shared/ipc/downloads.ts'

const none: readonly Download[] = []

/** What the desktop saves for this window. A browser tells of its downloads itself: there it is always empty. */
export const useDownloads = (): readonly Download[] => {
  const bridge = window.fieldseal
  const [downloads, setDownloads] = useState(none)
  useEffect(() => {
    if (bridge === undefined) return undefined
    let heard = false
    const stop = bridge.onDownloads((next) => {
      heard = true
      setDownloads(next)
    })
    void bridge.downloads().then((first) => {
      if (!heard) setDownloads(first)
    })
    return stop
  }, [bridge])
  return downloads
}
