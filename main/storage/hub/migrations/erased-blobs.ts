import type { HubTables } from './types.ts'

/** Bytes of evidence that were erased by order, until their files are gone from the store (Y-120). */
export const hubErasedBlobs: HubTables = ({ text, clustered }) => [
  `create table erased_blobs (
    chain ${text} not null,
    sha256 ${text} not null,
    primary key (chain, sha256)
  ) ${clustered}`,
]
