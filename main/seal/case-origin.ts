const between = '/case/'

/** The origin of the checkpoints of a chain (S-60, Y-50). @param signer a device id, or the origin of a hub */
export const caseOrigin = (signer: string, chainUid: string): string => `${signer}${between}${chainUid}`

/** Whether an origin is one of that chain's, whoever signs. */
export const isOfCase = (origin: string, chainUid: string): boolean => origin.endsWith(`${between}${chainUid}`)

/** Who signs the checkpoints of an origin; of one that is no chain's, all of it. */
export const signerIn = (origin: string): string => origin.split(between, 1)[0] ?? ''
