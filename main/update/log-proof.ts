import { fromBase64, toBase64 } from '../seal/hash.ts'
import { hashLength } from '../seal/merkle.ts'

/** Where a leaf stands in a log, under a checkpoint (C2SP tlog-proof v1). */
export interface LogProof {
  readonly index: number
  readonly hashes: readonly Uint8Array[]
  /** The signed note, as it is. */
  readonly checkpoint: string
}

const head = 'c2sp.org/tlog-proof@v1'
const mostChars = 32_768

/** No path of a tree whose size is a safe integer is longer. */
const mostHashes = 53

/** The text of a proof. */
export const formatLogProof = ({ index, hashes, checkpoint }: LogProof): string =>
  [head, `index ${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n')

/** Reads a proof; null where the text is none. `extra` is passed over: nothing signs it. */
export const parseLogProof = (text: string): LogProof | null => {
  const split = text.indexOf('\n\n')
  if (text.length > mostChars || split < 0) return null
  const [first, ...rest] = text.slice(0, split).split('\n')
  const lines = rest[0]?.startsWith('extra ') === true ? rest.slice(1) : rest
  const index = /^index (0|[1-9]\d{0,15})$/u.exec(lines[0] ?? '')?.[1]
  const hashes = lines.slice(1).map(fromBase64)
  const isProof =
    first === head &&
    index !== undefined &&
    Number.isSafeInteger(Number(index)) &&
    hashes.length <= mostHashes &&
    hashes.every((hash) => hash?.length === hashLength)
  return isProof ? { index: Number(index), hashes: hashes as Uint8Array[], checkpoint: text.slice(split + 2) } : null
}
