/** A column of numbers that grows. What was not set reads as `blank`. */
export interface NumberColumn {
  get(place: number): number
  set(place: number, value: number): void
  add(place: number, value: number): void
  /** Makes every place blank again. */
  clear(): void
}

const firstRoom = 1_024

const grown = <Numbers extends Int32Array | Float64Array | Uint8Array>(
  make: (length: number) => Numbers,
  blank: number,
): NumberColumn => {
  const fresh = (length: number): Numbers => {
    const numbers = make(length)
    if (blank !== 0) numbers.fill(blank)
    return numbers
  }
  let kept = fresh(firstRoom)
  const reach = (place: number): void => {
    if (place < kept.length) return
    const wider = fresh(Math.max(place + 1, kept.length * 2))
    wider.set(kept)
    kept = wider
  }
  return {
    get: (place) => kept[place] ?? blank,
    set: (place, value) => {
      reach(place)
      kept[place] = value
    },
    add: (place, value) => {
      reach(place)
      kept[place] = (kept[place] ?? blank) + value
    },
    clear: () => {
      kept = fresh(firstRoom)
    },
  }
}

/** Whole numbers of 32 bits; by default -1 is blank, as places are. */
export const places = (blank = -1): NumberColumn => grown((length) => new Int32Array(length), blank)

/** Numbers of 64 bits; 0 is blank. */
export const amounts = (blank = 0): NumberColumn => grown((length) => new Float64Array(length), blank)

/** Whole numbers from 0 to 255. */
export const marks = (blank = 0): NumberColumn => grown((length) => new Uint8Array(length), blank)

/** Finds numbered things by their keys, without an object for each: open addressing over 32-bit places. */
export interface KeyIndex {
  /** The place of the thing with these three numbers; -1 where there is none. */
  find(a: number, b: number, c: number): number
  /** Notes a thing that was not there. */
  put(a: number, b: number, c: number, place: number): void
}

/** Whether the thing at a place has this key. */
export type HasKey = (place: number, a: number, b: number, c: number) => boolean

const mix = (a: number, b: number, c: number): number => {
  let hash =
    Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^
    Math.imul(c + 0x165667b1, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Makes an empty index; the keys themselves stay with the things. */
export const createKeyIndex = (hasKey: HasKey): KeyIndex => {
  let slots = new Int32Array(4_096).fill(-1)
  let hashes = new Uint32Array(4_096)
  let count = 0

  const place = (into: Int32Array, ofHashes: Uint32Array, hash: number, thing: number): void => {
    const mask = into.length - 1
    let slot = hash & mask
    while ((into[slot] ?? -1) !== -1) slot = (slot + 1) & mask
    into[slot] = thing
    ofHashes[slot] = hash
  }
  const widen = (): void => {
    const [before, beforeHashes] = [slots, hashes]
    slots = new Int32Array(before.length * 2).fill(-1)
    hashes = new Uint32Array(before.length * 2)
    for (let slot = 0; slot < before.length; slot += 1) {
      const thing = before[slot] ?? -1
      if (thing !== -1) place(slots, hashes, beforeHashes[slot] ?? 0, thing)
    }
  }
  return {
    find: (a, b, c) => {
      const hash = mix(a, b, c)
      const mask = slots.length - 1
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const thing = slots[slot] ?? -1
        if (thing === -1) return -1
        if (hashes[slot] === hash && hasKey(thing, a, b, c)) return thing
      }
    },
    put: (a, b, c, thing) => {
      if ((count + 1) * 2 > slots.length) widen()
      place(slots, hashes, mix(a, b, c), thing)
      count += 1
    },
  }
}
