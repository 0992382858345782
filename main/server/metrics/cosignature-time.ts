import { parseNote } from '../../seal/checkpoint.ts'

/** Key id, and the time before the signature (C2SP tlog-cosignature); the signature of an Ed25519 witness. */
const timeBytes = 8
const signatureBytes = 64

const secondsOf = (line: string): number => {
  const sig = parseNote(`x\n\n${line.endsWith('\n') ? line : `${line}\n`}`)?.signatures[0]?.sig
  return sig?.length === timeBytes + signatureBytes ? Number(Buffer.from(sig).readBigUInt64BE(0)) : 0
}

/**
 * When the newest of some lines of cosignatures was made, in Unix seconds; 0 where none of them says. They were checked
 * when they were stored.
 */
export const newestCosignatureSeconds = (lines: readonly string[]): number => Math.max(0, ...lines.map(secondsOf))
