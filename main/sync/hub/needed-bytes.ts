import { openEntry } from '../../seal/entry.ts'
import { readCaseHead } from './case-head.ts'
import type { HubReader } from './store.ts'

const entriesAtOnce = 256

/** Whether a piece of evidence of a case was erased by order, by its uid. */
export const isErasedPiece = async (tx: HubReader, name: string, uid: string): Promise<boolean> => {
  const chain = await tx.chain(name)
  return chain !== null && name !== 'workspace' && readCaseHead(chain.head).erased.includes(uid)
}

/** Y-120: whether a piece of a case that is not erased has these bytes. */
export const isNeededIn = async (tx: HubReader, name: string, sha256: string): Promise<boolean> => {
  const chain = await tx.chain(name)
  if (chain === null) return false
  const erased = new Set(readCaseHead(chain.head).erased)
  for (let from = 0; from < chain.size; from += entriesAtOnce)
    for (const entry of await tx.entriesOf(name, from, entriesAtOnce)) {
      const opened = openEntry(entry)
      if (!opened.ok) continue
      const { type, subject, pub } = opened.value
      if (type === 'evidence.acquired' && pub['sha256'] === sha256 && !erased.has(subject)) return true
    }
  return false
}
