import type { Finding } from '../../shared/schema/findings.ts'
import { signerIn } from '../seal/case-origin.ts'
import { openCheckpoint, type Checkpoint, type NoteVerifier } from '../seal/checkpoint.ts'
import { makeFinding, type FindingChain } from '../seal/findings.ts'
import { appendLeaf, emptyFrontier, frontierRoot } from '../seal/frontier.ts'
import { rawFromSpki } from '../seal/signature.ts'
import type { ReadOnlyWorkspace } from '../storage/ledger/workspace.ts'

type Db = ReadOnlyWorkspace['db']

/** Who signed a checkpoint, by its origin, and so which order of the entries it speaks about. */
type Signer = 'hub' | 'this device' | 'another device'

interface Folder {
  readonly deviceId: string
  readonly hubOrigin: string | null
}

const readFolder = async (db: Db): Promise<Folder> => {
  const device = await db.selectFrom('device').select('device_id').executeTakeFirst()
  const hub = await db.selectFrom('hub').select('origin').executeTakeFirst()
  return { deviceId: device?.device_id ?? '', hubOrigin: hub?.origin ?? null }
}

const signerOf = ({ deviceId, hubOrigin }: Folder, origin: string): Signer => {
  if (hubOrigin !== null && origin.startsWith(`${hubOrigin}/`)) return 'hub'
  // A folder that works alone has its entries from nobody else.
  return hubOrigin === null || origin.startsWith(`${deviceId}/`) ? 'this device' : 'another device'
}

/** Keys that are enrolled here and may sign for the origin: those of its device, or the hub's. */
const enrolledFor = async (db: Db, origin: string): Promise<Uint8Array[]> => {
  const name = signerIn(origin)
  const devices = await db.selectFrom('keys').select('spki').where('device_id', '=', name).execute()
  const hubs = await db.selectFrom('hub').select('spki').where('origin', '=', name).execute()
  return [...devices, ...hubs].map(({ spki }) => spki)
}

/** The names under which a note says that it was signed (C2SP signed-note). */
const signerNames = (note: string): string[] => [...note.matchAll(/^— (\S+) /gmu)].map((match) => match[1] ?? '')

const openNote = async (db: Db, keys: readonly Uint8Array[], note: string): Promise<Checkpoint | undefined> => {
  const [origin = ''] = note.split('\n', 1)
  const spkis = [...keys, ...(await enrolledFor(db, origin))]
  const raws = spkis.flatMap((spki) => rawFromSpki(spki) ?? [])
  const verifiers = signerNames(note).flatMap((name) =>
    raws.map((publicKeyRaw): NoteVerifier => ({ name, publicKeyRaw })),
  )
  const opened = openCheckpoint(note, verifiers)
  return opened.ok ? opened.value.checkpoint : undefined
}

/** Ids of a chain's first entries, in the order in which they came to this device or in that of the hub. */
const firstIds = async (db: Db, chain: number, signer: Signer, limit: number): Promise<Uint8Array[]> => {
  const entries = db.selectFrom('entries').select('id').where('chain', '=', chain).limit(limit)
  const ordered =
    signer === 'hub' ? entries.where('hub_pos', 'is not', null).orderBy('hub_pos') : entries.orderBy('pos')
  return (await ordered.execute()).map(({ id }) => id)
}

const covers = (checkpoint: Checkpoint, ids: readonly Uint8Array[]): boolean =>
  ids.length === checkpoint.size &&
  Buffer.compare(
    frontierRoot(ids.reduce((frontier, id) => appendLeaf(frontier, id), emptyFrontier)),
    checkpoint.root,
  ) === 0

/** What is said of a checkpoint that the entries here do not begin with. */
const unlike = (subject: FindingChain, signer: Signer, { size, origin }: Checkpoint, here: number): Finding => {
  switch (signer) {
    case 'another device':
      return makeFinding(
        subject,
        'checkpoint_elsewhere',
        `a trusted checkpoint was signed by another device (${origin.split('/')[0] ?? ''}), which has the entries in the order in which they came to it; it can be held against that device's folder, the hub's against every folder`,
      )
    case 'hub':
      return here < size
        ? makeFinding(
            subject,
            'truncated_tail',
            `a trusted checkpoint of the hub covers ${size} entries, but only ${here} of them are there; where this device has not synced since, let it sync and verify again`,
          )
        : makeFinding(
            subject,
            'checkpoint_not_extending',
            `the first ${size} entries in the hub's order are not those that a trusted checkpoint of the hub covers`,
          )
    case 'this device':
      return here < size
        ? makeFinding(
            subject,
            'truncated_tail',
            `a trusted checkpoint covers ${size} entries, but only ${here} are there`,
          )
        : makeFinding(
            subject,
            'checkpoint_not_extending',
            `the first ${size} entries are not those that a trusted checkpoint covers; only of a case that was given back to the hub and taken again since does that say nothing, for it came in another order`,
          )
  }
}

const ofWorkspace: FindingChain = { caseUid: 'workspace', caseNumber: null }

const checkNote = async (db: Db, folder: Folder, keys: readonly Uint8Array[], note: string): Promise<Finding[]> => {
  const checkpoint = await openNote(db, keys, note)
  if (checkpoint === undefined)
    return [
      makeFinding(ofWorkspace, 'checkpoint_invalid', 'a checkpoint of the trust file is not signed by a trusted key'),
    ]
  const uid = checkpoint.origin.split('/').at(-1) ?? ''
  const chain = await db
    .selectFrom('chains')
    .leftJoin('cases', 'cases.id', 'chains.id')
    .select(['chains.id', 'cases.number'])
    .where('chains.uid', '=', uid)
    .executeTakeFirst()
  const subject: FindingChain = { caseUid: uid, caseNumber: chain?.number ?? null }
  const signer = signerOf(folder, checkpoint.origin)
  const ids = chain === undefined ? [] : await firstIds(db, chain.id, signer, checkpoint.size)
  return covers(checkpoint, ids) ? [] : [unlike(subject, signer, checkpoint, ids.length)]
}

/**
 * Holds the entries of a folder against tree heads that were seen at an earlier time (L-33): the hub's by the hub's
 * order, this device's by that in which the entries came to it. Entries themselves are
 * checked by the verification; here their ids are compared.
 *
 * @param keys DER SubjectPublicKeyInfo of those that are trusted from outside, beside those that are enrolled in the
 * folder
 * @param notes C2SP signed notes
 */
export const checkCheckpoints = async (
  db: Db,
  keys: readonly Uint8Array[],
  notes: readonly string[],
): Promise<readonly Finding[]> => {
  const folder = await readFolder(db)
  const findings: Finding[] = []
  for (const note of notes) findings.push(...(await checkNote(db, folder, keys, note)))
  return findings
}
