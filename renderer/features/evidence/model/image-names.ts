/**
 * Endings of forensic images that carry hashes of their medium: EnCase, AFF, SMART and their logical and split
 * variants.
 */
const withHashes = /\.(e\d\d|ex\d\d|l\d\d|lx\d\d|s\d\d|aff|aff4|afd|afm)$/iu

/** Whether a name looks like a forensic image that states hashes of its own. */
export const isForensicImage = (name: string): boolean => withHashes.test(name)
