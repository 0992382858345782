/**
 * A file of a list that cannot be taken; expected of files. The message is a clause about the file: `is cut off ...`.
 * Whoever reads a list turns it into an answer.
 */
export class ListFault extends Error {
  override readonly name = 'ListFault'
}
