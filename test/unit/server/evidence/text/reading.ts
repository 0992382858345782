import type { TextPassage, PassageStep, TextRead } from '../../../../../main/domain/evidence/passage.ts'
import { heldSource } from '../../../../../main/server/evidence/text/byte-source.ts'
import { gathered } from '../../../../../main/server/evidence/text/gather.ts'
import { readTextOfPiece } from '../../../../../main/server/evidence/text/read-piece.ts'
import { readTextApart } from '../../../../../main/server/evidence/text/read-text.ts'

/** A piece whose bytes come in parts of a size that suits no reader. */
export const pieceOf = (bytes: Uint8Array, name = 'piece') => ({
  name,
  size: bytes.length,
  read: async function* (start: number, end: number) {
    for (let at = start; at < end; at += 100_003) {
      await Promise.resolve()
      yield bytes.subarray(at, Math.min(end, at + 100_003))
    }
  },
})

/** All that is read of some bytes in a thread. */
export const readAll = async (
  bytes: Uint8Array,
  name?: string,
  signal: AbortSignal = new AbortController().signal,
  limitMs?: number,
): Promise<TextRead & { readonly all: readonly TextPassage[] }> => {
  const all: TextPassage[] = []
  const reading = readTextApart(pieceOf(bytes, name), signal, limitMs)
  for (;;) {
    const { value, done } = await reading.next()
    if (done === true) return { ...value, all }
    all.push(...value)
  }
}

/**
 * All that is read of some bytes here, where nothing but the reader is looked at: it costs no thread, and its libraries
 * are loaded once.
 */
export const readHere = async (
  bytes: Uint8Array,
  name = 'piece',
  unpackedMost?: number,
): Promise<TextRead & { readonly all: readonly TextPassage[] }> => {
  const none = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array(0))
  const { format, found } = await readTextOfPiece({ source: heldSource(bytes), name, characterMap: none }, unpackedMost)
  const told = []
  for await (const batch of gathered(found)) told.push(...batch)
  const all = told.filter((one) => 'text' in one)
  return { format, all, passages: all.length, lacks: told.filter((one) => 'lack' in one) }
}

/** A way as a short text, for instance `attachment a.pdf > page 2`. */
export const wayText = (way: readonly PassageStep[]): string =>
  way
    .map((step) =>
      step.kind === 'sheet'
        ? `sheet ${step.name}:${step.row}`
        : `${step.kind} ${'name' in step ? step.name : step.number}`,
    )
    .join(' > ')

/** Passages as short texts. */
export const shown = (passages: readonly TextPassage[]): readonly string[] =>
  passages.map(({ way, text }) => `${wayText(way)} | ${text}`)
