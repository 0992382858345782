import type { Cause } from '../../../shared/schema/origin.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { StagedFile } from './job-book.ts'

/** Somebody whose import acts: what it seals names the file, and not his hand (S-27). */
export const importing = (
  { userId, userUid, role }: Actor,
  kind: Extract<Cause, { by: 'import' }>['kind'],
  { fileName, stored }: StagedFile,
): Actor => ({
  userId,
  userUid,
  role,
  acting: { origin: { by: 'import', kind, sha256: stored.sha256 }, file: fileName },
})
