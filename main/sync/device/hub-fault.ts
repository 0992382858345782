/**
 * What a device can find its hub to have done (Y-51). Each stops sync with that hub, and nothing of the page that shows
 * it is taken over. Codes that the seal knows (docs/spec/seal.md, section 8) mean the same here.
 */
export type HubFaultCode =
  /** A tree or a feed that is smaller than what this device has a proof for. */
  | 'hub_rolled_back'
  /** A checkpoint whose root the entries do not give. */
  | 'checkpoint_not_extending'
  | 'checkpoint_invalid'
  /** Signed with another key than the hub's, or for another workspace or case. */
  | 'hub_key_changed'
  | 'hub_origin_changed'
  | 'receipt_invalid'
  /** A receipt that is older than one before it. */
  | 'receipt_back_dated'
  /** Entries that the hub holds back: of a device's chain, or between positions, although they were asked for. */
  | 'missing_entry'
  /** Another entry at a position than before, or one device's entries in another order than it sealed them. */
  | 'reordered_entries'
  | 'device_fork'
  | 'edited_payload'
  | 'edited_signature'
  | 'unknown_key'
  | 'revoked_key'
  | 'row_differs'
  | 'non_canonical_payload'
  | 'malformed_entry'
  | 'disclosure_differs'
  /** A case is to be given up, and no sealed entry of the hub says that it is no longer granted (Y-25). */
  | 'drop_unproven'
  /** The hub's log does not extend the tree of it that this device verified before (Y-53). */
  | 'log_forked'
  /** A checkpoint does not stand where the hub's log is said to hold it. */
  | 'log_proof_invalid'
  /** A signature under the name and key id of a witness that this device trusts, and not that witness's. */
  | 'cosignature_invalid'
  /** An own entry that this folder does not have: it is a copy, or was restored (Y-15). */
  | 'unknown_own_entry'

/** A fault of a hub, in the chain where it shows. */
export interface HubFault {
  readonly code: HubFaultCode
  /** The case's uid, `workspace`, or null for the feed as a whole. */
  readonly case: string | null
  readonly entryId: string | null
  readonly message: string
}
