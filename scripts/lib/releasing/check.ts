/** One thing of a release that was looked at, and what was found. */
export type Check = {
  readonly outcome: 'holds' | 'refused' | 'not checked'
  readonly words: string
}
