import { caseOrigin } from '../../seal/case-origin.ts'
import { toHex } from '../../seal/hash.ts'
import { hubDeviceId } from '../../seal/hub-epochs.ts'
import { rootsAt } from '../../seal/heads.ts'
import { inHubOrder, isGapless } from '../../seal/hub-order.ts'
import { hubKeysIn } from '../../seal/key-authority.ts'
import { openReceipt } from '../../seal/receipt.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { CheckpointKey, KeyRecord } from '../../seal/verify-types.ts'
import { hubOrderFile } from '../format/hub-order.ts'
import type { HubOrderFile } from '../format/hub-order.ts'
import { isWhollyKnown } from '../format/json-text.ts'
import { bundlePaths, caseFolders, checkpointSize, receiptSpan, workspaceFolders } from '../format/layout.ts'
import type { ChainFolders } from '../format/layout.ts'
import type { BundleFindings } from './findings.ts'
import { readLog } from './hub-log.ts'
import type { FiledLog } from './hub-log.ts'
import { parseJson, readFiled } from './read-chain.ts'
import type { FiledChain, FiledEntry } from './read-chain.ts'
import { listMax } from './source.ts'
import type { BundleSource } from './source.ts'

/** What a bundle holds of a hub, before anything of it is believed. */
export interface FiledHub {
  readonly order: HubOrderFile
  readonly case: FiledHubProofs
  readonly workspace: FiledHubProofs
  readonly log: readonly FiledLog[]
}

/** What the hub is said to have signed about one chain. */
export interface FiledHubProofs {
  readonly checkpoints: readonly string[]
  readonly receipts: readonly {
    readonly file: string
    readonly first: number
    readonly size: number
    readonly envelope: unknown
  }[]
}

const folders = [caseFolders, workspaceFolders].flatMap(({ hubCheckpoints, receipts }) => [hubCheckpoints, receipts])

const readCheckpoints = async (source: BundleSource, folder: string, findings: BundleFindings): Promise<string[]> => {
  const notes: string[] = []
  for (const { path } of source.files) {
    if (!path.startsWith(folder)) continue
    const text = await readFiled(source, path, findings)
    if (text === null) continue
    const size = checkpointSize(path.slice(folder.length))
    if (size === null || text.split('\n')[1] !== String(size))
      findings.add('bundle_malformed', 'the checkpoint is not named after its size', { file: path })
    notes.push(text)
  }
  return notes
}

const readReceipts = async (
  source: BundleSource,
  folder: string,
  findings: BundleFindings,
): Promise<FiledHubProofs['receipts']> => {
  const read: { file: string; first: number; size: number; envelope: unknown }[] = []
  for (const { path } of source.files) {
    if (!path.startsWith(folder)) continue
    const span = receiptSpan(path.slice(folder.length))
    const text = await readFiled(source, path, findings)
    if (text === null) continue
    const envelope = parseJson(text)
    // One spelling, so that no two readers can see two receipts in it.
    if (span === null || envelope === undefined || `${JSON.stringify(envelope)}\n` !== text)
      findings.add('bundle_malformed', 'the file is not the envelope of one receipt, named after what it covers', {
        file: path,
      })
    else read.push({ file: path, ...span, envelope })
  }
  return read.sort((a, b) => a.size - b.size || a.first - b.first)
}

const readOrder = async (source: BundleSource, findings: BundleFindings): Promise<HubOrderFile | null> => {
  const file = bundlePaths.hubOrder
  if (!source.files.some(({ path }) => path === file)) {
    findings.add('bundle_file_missing', 'the order of the hub has to be there', { file })
    return null
  }
  const text = await readFiled(source, file, findings, listMax)
  if (text === null) return null
  const parsed = hubOrderFile.safeParse(parseJson(text))
  const order = parsed.success ? parsed.data : null
  const lists =
    order === null ? [] : [order.case, order.workspace, order.case_signed ?? [], order.workspace_signed ?? []]
  if (order !== null && lists.every(isGapless)) {
    if (!isWhollyKnown(text, order))
      findings.add('bundle_malformed', 'it has members that no rule knows, or one twice, or is spelled otherwise', {
        file,
      })
    return order
  }
  findings.add(
    'bundle_malformed',
    order === null ? 'it is not of the form of an order' : 'the places are not 0, 1, 2 and so on, each once',
    { file },
  )
  return null
}

/** B-90 to B-93: what the bundle holds of a hub; null where it holds nothing, or nothing that can be read. */
export const readFiledHub = async (source: BundleSource, findings: BundleFindings): Promise<FiledHub | null> => {
  const files = source.files.filter(({ path }) => path.startsWith(bundlePaths.hub))
  if (files.length === 0) return null
  for (const { path } of files) {
    if (
      path !== bundlePaths.hubOrder &&
      !path.startsWith(bundlePaths.hubLog) &&
      !folders.some((folder) => path.startsWith(folder))
    )
      findings.add('bundle_malformed', `no file of this name belongs into ${bundlePaths.hub}`, { file: path })
  }
  const order = await readOrder(source, findings)
  const proofsOf = async ({ hubCheckpoints, receipts }: ChainFolders): Promise<FiledHubProofs> => ({
    checkpoints: await readCheckpoints(source, hubCheckpoints, findings),
    receipts: await readReceipts(source, receipts, findings),
  })
  const proofs = {
    case: await proofsOf(caseFolders),
    workspace: await proofsOf(workspaceFolders),
    log: await readLog(source, findings),
  }
  return order === null ? null : { order, ...proofs }
}

/** The largest of the hub’s checkpoints over a chain; null where there is none. */
export const newestNote = ({ checkpoints }: FiledHubProofs): string | null =>
  [...checkpoints].sort((a, b) => Number(b.split('\n')[1]) - Number(a.split('\n')[1]))[0] ?? null

/** A chain with the places that the hub gave its entries, by their numbers. */
export const withPlaces = (chain: FiledChain, places: readonly (number | null)[] | undefined): FiledChain =>
  places === undefined
    ? chain
    : {
        ...chain,
        entries: chain.entries.map((filed): FiledEntry => ({
          ...filed,
          entry: { ...filed.entry, hubPosition: places[filed.number] ?? null },
        })),
      }

/** Y-40: the numbers of entries in the order in which they take effect. */
export const inEffect = <T extends { readonly number: number }>(
  items: readonly T[],
  places: readonly (number | null)[] | undefined,
): readonly T[] => (places === undefined ? items : inHubOrder(items, ({ number }) => places[number]))

/** B-94: the keys of the hub of the workspace, where the order is that hub's. */
export const hubKeysOf = (keys: ReadonlyMap<string, KeyRecord>, { origin }: HubOrderFile): KeyRecord[] =>
  hubKeysIn(keys).filter(
    ({ deviceId }) => origin.startsWith('hub/') && deviceId === hubDeviceId(origin.slice('hub/'.length)),
  )

/** Those keys, under the names that the hub signs the checkpoints of a chain with. */
export const hubNoteKeys = (
  hubKeys: readonly KeyRecord[],
  { origin }: HubOrderFile,
  chainUid: string,
): CheckpointKey[] =>
  hubKeys.flatMap(({ spki }) => {
    const publicKeyRaw = rawFromSpki(spki)
    return publicKeyRaw === null
      ? []
      : [origin, caseOrigin(origin, chainUid)].map((name): CheckpointKey => ({ role: 'hub', name, publicKeyRaw }))
  })

/**
 * B-101: where the workspace has a hub and the bundle holds nothing that it signed about the case, the bundle says so:
 * what no hub vouches for, the exporter may have left out or sealed anew.
 */
export const reportSilentHub = (
  keys: ReadonlyMap<string, KeyRecord>,
  hub: FiledHub | null,
  findings: BundleFindings,
): void => {
  const [key] = hubKeysIn(keys)
  const signed = hub === null ? 0 : hub.case.checkpoints.length + hub.case.receipts.length + hub.log.length
  if (key === undefined || signed > 0) return
  findings.add(
    'unwitnessed',
    `the workspace has a hub (${key.deviceId.replace(':', '/')}, key ${key.kid}), and the bundle holds ${hub === null ? 'nothing of it' : 'nothing that it signed about this case'}: the case has not reached it yet, or what it signed was left out`,
  )
}

/** What the receipts of a chain prove. */
export interface ReceiptReading {
  /** When the hub received each entry (S-97), by entry id. */
  readonly times: ReadonlyMap<string, string>
  /** The time of the newest that holds. */
  readonly last: string | null
}

type Receipt = FiledHubProofs['receipts'][number]

const openOne = (receipt: Receipt, hubKeys: readonly KeyRecord[], origin: string, chainUid: string) => {
  for (const { kid, spki, revokedAt } of hubKeys) {
    const opened = openReceipt(receipt.envelope, { kid, spki })
    if (!opened.ok) continue
    const said = opened.value
    const isOwn =
      said.hub === origin && said.case === chainUid && said.first === receipt.first && said.size === receipt.size
    const isLate = revokedAt !== undefined && Date.parse(said.at) > Date.parse(revokedAt.at)
    return isOwn && !isLate ? said : null
  }
  return null
}

/**
 * B-92: holds the receipts of a chain against the hub's keys and the tree of the entries in the hub's order; one that
 * does not hold is a finding and says nothing of any time.
 *
 * @param entries of the chain, with the places that the hub signed for
 * @param isWhole whether the entries have no fault; the tree of others cannot come out
 */
export const checkReceipts = (
  { receipts }: FiledHubProofs,
  entries: readonly FiledEntry[],
  hub: { readonly keys: readonly KeyRecord[]; readonly origin: string; readonly chainUid: string },
  isWhole: boolean,
  findings: BundleFindings,
): ReceiptReading => {
  const ordered = inHubOrder(entries, ({ entry }) => entry.hubPosition).filter(
    ({ entry }) => typeof entry.hubPosition === 'number',
  )
  const ids = ordered.map(({ entry }) => entry.id)
  const roots = rootsAt(
    ids.map((id) => Buffer.from(id, 'hex')),
    new Set(receipts.map(({ size }) => size)),
  )
  const times = new Map<string, string>()
  let last: string | null = null
  for (const receipt of receipts) {
    const said = openOne(receipt, hub.keys, hub.origin, hub.chainUid)
    const root = roots.get(receipt.size)
    const holds = said !== null && root !== undefined && toHex(root) === said.root
    if (said === null || (isWhole && !holds))
      findings.add(
        'bundle_facts_differ',
        said === null
          ? 'it is no receipt of the hub for this chain'
          : 'the entries in the order of the hub do not give the root of the receipt',
        { file: receipt.file },
      )
    if (said === null || !holds) continue
    for (const id of ids.slice(said.first, said.size)) if (!times.has(id)) times.set(id, said.at)
    if (last === null || Date.parse(last) < Date.parse(said.at)) last = said.at
  }
  return { times, last }
}
