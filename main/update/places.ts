/** What lies at the address of the updates, beside the files of the release. */

/** The signed feed. */
export const feedName = 'fieldseal.update'

/** That the feed stands in the release log. */
export const proofName = 'fieldseal.update.tlog-proof'

/** The folder of the release log: its checkpoint and its tiles. */
export const logFolder = 'log'
