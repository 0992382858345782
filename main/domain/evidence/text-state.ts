import type { TextLack, TextRead } from './passage.ts'

/** A lack, and how many parts of the piece it concerns. */
export type CountedLack = TextLack & { readonly parts: number }

/**
 * The lacks of a reading, each kind once. The ways to them are left out: names of attachments are content of the piece,
 * and whoever is told of its state has not looked at it.
 */
export const countedLacks = (lacks: TextRead['lacks']): CountedLack[] => {
  const counted = new Map<string, CountedLack>()
  for (const { lack } of lacks) {
    const key = JSON.stringify(lack)
    counted.set(key, { ...lack, parts: (counted.get(key)?.parts ?? 0) + 1 })
  }
  return [...counted.values()]
}
