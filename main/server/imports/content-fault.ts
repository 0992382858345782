/** A file that is not what it says it is; expected of files, so that reading it answers in words. */
export class ContentFault extends Error {
  override readonly name = 'ContentFault'
}
