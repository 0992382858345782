import type { Acquisition } from '../../../shared/schema/evidence.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { KeptAcquisition } from '../../storage/evidence/acquisition-store.ts'
import type { AcquisitionParts } from './running-acquisition.ts'

/** Who acts, with the name that is sealed where nobody else is named. */
export interface NamedActor {
  readonly actor: Actor
  readonly name: string
}

/** What is known of an acquisition when it begins. */
type Beginning = Pick<
  KeptAcquisition,
  'id' | 'caseId' | 'via' | 'state' | 'name' | 'root' | 'facts' | 'startedAtMs'
> & { readonly by: NamedActor }

/** An acquisition of which nothing was taken yet. */
export const newAcquisition = ({ by, ...beginning }: Beginning): KeptAcquisition => ({
  ...beginning,
  path: null,
  actor: by.actor,
  actorName: by.name,
  filesTotal: null,
  filesDone: 0,
  bytesTotal: null,
  bytesDone: 0,
  finishedAtMs: null,
  activeMs: 0,
  duplicates: 0,
  problems: [],
  problemsTotal: 0,
  evidenceId: null,
  error: null,
})

/** Deletes the files of an acquisition that are under way. */
export const dropPartials = async (
  { acquisitions, blobs }: Pick<AcquisitionParts, 'acquisitions' | 'blobs'>,
  id: string,
): Promise<void> => {
  for (const partial of acquisitions.partials(id)) {
    await blobs.discard(partial)
    await acquisitions.dropPartial(partial)
  }
}

/** The answer of the interface. */
export const acquisitionAnswer = (kept: KeptAcquisition): Acquisition => ({
  id: kept.id,
  case_id: kept.caseId,
  via: kept.via,
  state: kept.state,
  name: kept.name,
  files_total: kept.filesTotal,
  files_done: kept.filesDone,
  bytes_total: kept.bytesTotal,
  bytes_done: kept.bytesDone,
  started_at: toTimestamp(kept.startedAtMs),
  finished_at: kept.finishedAtMs === null ? null : toTimestamp(kept.finishedAtMs),
  active_ms: Math.round(kept.activeMs),
  duplicates: kept.duplicates,
  problems: [...kept.problems],
  problems_total: kept.problemsTotal,
  evidence_id: kept.evidenceId,
  error: kept.error,
})
