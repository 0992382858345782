import { openBlobStore } from '../blobs/open-blob-store.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { hubSecretOf } from '../server/sync/open-hub.ts'
import type { ReadOnlyWorkspace } from '../storage/ledger/workspace.ts'
import { blobNameOf } from '../sync/hub/blobs.ts'
import type { HubBlob } from '../sync/hub/records.ts'
import type { HubReader } from '../sync/hub/store.ts'
import type { DoctorCheck } from './check.ts'

const pageSize = 500
const namedMost = 5

const files = (n: number): string => `${n} ${n === 1 ? 'file' : 'files'} of evidence and models`

const lackingAdvice =
  'A backup that was restored lacked them, or somebody deleted them. Start the hub: laptops that have them bring them again by themselves within the hour, and at once where somebody presses “Sync now”. If none has them, restore them from an older copy of the store; the sealed hashes prove that they are the ones.'

/**
 * Whether everything that a hub has sealed as received lies in its store. Its content is not read: that is what
 * verification of a case does.
 */
export const examineHubEvidence = async (
  tx: HubReader,
  folder: DataFolder,
  { keys, env }: Pick<ReadOnlyWorkspace, 'keys' | 'env'>,
  location: string | undefined,
): Promise<DoctorCheck> => {
  const opened = await openBlobStore({
    folder: folder.hubBlobs,
    location: location === '' ? undefined : location,
    random: env.random,
  })
  if (!opened.ok)
    return {
      check: 'hub-evidence',
      state: 'fault',
      detail: 'the store of evidence does not answer as it should',
      advice: opened.error.message,
    }
  const store = opened.value
  const secret = hubSecretOf(keys)
  const lacking: HubBlob[] = []
  let all = 0
  for (let after: HubBlob | null = null; ;) {
    const page: readonly HubBlob[] = await tx.blobsAfter(after, pageSize)
    for (const blob of page) if (!(await store.has(blobNameOf(secret, blob)))) lacking.push(blob)
    all += page.length
    after = page.at(-1) ?? null
    if (page.length < pageSize) break
  }
  if (lacking.length === 0)
    return {
      check: 'hub-evidence',
      state: 'ok',
      detail: `${files(all)} ${all === 1 ? 'is where it should be' : 'are where they should be'}`,
    }
  const named = lacking
    .slice(0, namedMost)
    .map(({ case: name, sha256 }) => `${sha256.slice(0, 16)} of ${name === 'workspace' ? 'a model' : `case ${name}`}`)
  const more = lacking.length > namedMost ? `, and ${lacking.length - namedMost} more` : ''
  return {
    check: 'hub-evidence',
    state: 'fault',
    detail: `${lacking.length} of ${files(all)} ${lacking.length === 1 ? 'is' : 'are'} sealed as received and not in the store: ${named.join(', ')}${more}`,
    advice: lackingAdvice,
  }
}
