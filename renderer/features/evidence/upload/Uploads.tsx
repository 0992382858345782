import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { browserParts } from './browser-parts.ts'
import { makeUploader, type Batch, type Uploader } from './uploader.ts'

const UploadsContext = createContext<Uploader | null>(null)

/** Holds the uploads of this window above its screens, so that going elsewhere does not end them. */
export const UploadsProvider = ({ children }: { readonly children: ReactNode }) => {
  const [uploader] = useState(() => makeUploader(browserParts()))
  const busy = useStore(uploader.store, ({ batches }) => batches.some(({ state }) => state === 'running'))
  useEffect(() => {
    // The desktop closes when it is told to; what it acquires by path goes on after the next start.
    if (!busy || window.fieldseal !== undefined) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])
  return <UploadsContext value={uploader}>{children}</UploadsContext>
}

/** The uploader of this window. */
export const useUploader = (): Uploader => {
  const uploader = useContext(UploadsContext)
  if (uploader === null) throw new Error('useUploader needs an UploadsProvider above it')
  return uploader
}

/** The batches that this window sends or has sent, newest first. */
export const useBatches = (): readonly Batch[] => useStore(useUploader().store, ({ batches }) => batches)
