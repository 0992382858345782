/** An object of JSON that may stand on several lines. */
export interface JsonText {
  /** 1-based line where it begins. */
  readonly line: number
  readonly text: string
  /** Why it cannot be taken; absent on one that may be parsed. */
  readonly fault?: string
}

/**
 * Cuts the objects out of an array, or out of objects that follow one another, as their text comes; what stands between
 * them are commas and blanks. Whether an object is well-formed is for whoever parses it; one that is longer than `max`
 * costs itself alone.
 */
export const createJsonObjects = (max: number) => {
  let depth = 0
  let inText = false
  let escaped = false
  let line = 1
  let begun = 1
  let kept = ''
  let tooLong = false
  /** Of the array around the objects: none, begun, or ended. */
  let outer: 'none' | 'open' | 'ended' = 'none'
  let stray = ''

  const strayed = (found: JsonText[]): void => {
    if (stray !== '') found.push({ line: begun, text: stray.slice(0, 1_000), fault: 'is no JSON object' })
    stray = ''
  }
  const between = (sign: string, found: JsonText[]): void => {
    if (sign === '[' && outer === 'none') outer = 'open'
    else if (sign === '{') {
      strayed(found)
      depth = 1
      begun = line
      kept = ''
      tooLong = false
    } else if (sign === ']' && outer === 'open') {
      strayed(found)
      outer = 'ended'
    } else if (sign === ',' || /\s/u.test(sign)) strayed(found)
    else {
      if (stray === '') begun = line
      if (stray.length < 1_000) stray += sign
    }
  }
  return {
    push: (text: string): readonly JsonText[] => {
      const found: JsonText[] = []
      let from = 0
      const keep = (to: number): void => {
        if (kept.length + to - from > max) tooLong = true
        kept = tooLong ? kept.slice(0, 1_000) : kept + text.slice(from, to)
        from = to
      }
      for (let at = 0; at < text.length; at += 1) {
        const sign = text.charAt(at)
        if (sign === '\n') line += 1
        if (depth === 0) {
          between(sign, found)
          from = at
        } else if (inText) {
          if (escaped) escaped = false
          else if (sign === '\\') escaped = true
          else if (sign === '"') inText = false
        } else if (sign === '"') inText = true
        else if (sign === '{' || sign === '[') depth += 1
        else if (sign === '}' || sign === ']') {
          depth -= 1
          if (depth === 0) {
            keep(at + 1)
            found.push({ line: begun, text: kept, ...(tooLong ? { fault: 'is longer than 1 MiB' } : {}) })
          }
        }
      }
      if (depth > 0) keep(text.length)
      return found
    },
    end: (): readonly JsonText[] => {
      const found: JsonText[] = []
      strayed(found)
      if (depth > 0)
        found.push({ line: begun, text: kept.slice(0, 1_000), fault: 'is cut off: its object does not end' })
      else if (outer === 'open')
        found.push({
          line,
          text: '',
          fault: 'is the end of the file, and its array does not end: objects may be missing',
        })
      return found
    },
  }
}
