import { markedParts } from './marked-parts.ts'

/** A text in which what was found is marked. */
export const MarkedText = (marked: Parameters<typeof markedParts>[0]) =>
  markedParts(marked).map((part, at) =>
    part.isFound ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>,
  )
