/** The part of `linebreak` (UAX #14), which has no types of its own, that the report uses. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next place where a line may or must end, as an offset in UTF-16 units; null at the end. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null
  }
}
