import type { Passage, Step, TextRead } from '../../../../../main/domain/evidence/passage.ts'
import { readText } from '../../../../../main/server/evidence/text/read-text.ts'

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

/** All that is read of some bytes. */
export const readAll = async (
  bytes: Uint8Array,
  name?: string,
  signal: AbortSignal = new AbortController().signal,
  limitMs?: number,
): Promise<TextRead & { readonly all: readonly Passage[] }> => {
  const all: Passage[] = []
  const reading = readText(pieceOf(bytes, name), signal, limitMs)
  for (;;) {
    const { value, done } = await reading.next()
    if (done === true) return { ...value, all }
    all.push(...value)
  }
}

/** A way as a short text, for instance `attachment a.pdf > page 2`. */
export const wayText = (way: readonly Step[]): string =>
  way
    .map((step) =>
      step.kind === 'sheet'
        ? `sheet ${step.name}:${step.row}`
        : `${step.kind} ${'name' in step ? step.name : step.number}`,
    )
    .join(' > ')

/** Passages as short texts. */
export const shown = (passages: readonly Passage[]): readonly string[] =>
  passages.map(({ way, text }) => `${wayText(way)} | ${text}`)
