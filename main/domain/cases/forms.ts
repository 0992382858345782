import { z } from 'zod'
import { name, time } from '../../../shared/entries/open-values.ts'
import { taskForms } from '../../../shared/entries/task-forms.ts'
import { sealedAccess } from '../../../shared/schema/case-access.ts'
import { casePriority } from '../../../shared/schema/case.ts'
import { entryId, integerId } from '../../../shared/schema/text.ts'
import { misfitOf } from '../entries/misfit.ts'
import {
  acquiredPiece,
  caseRelation,
  erasureWord,
  hours,
  movedCase,
  namedPiece,
  openedCase,
  pieceToErase,
  readStatement,
  relation,
  sha256Hex,
} from '../entries/shapes.ts'

/**
 * The form that the public values of each type must have for an entry to have an effect (Y-46). Entries of any form may
 * be sealed; one that is not of its form is kept and shown, and changes nothing, on every replica alike.
 */
export const caseForms: Readonly<Record<string, z.ZodType>> = {
  'case.opened': openedCase,
  'status.changed': movedCase,
  'priority.changed': z.looseObject({ to: casePriority, sla_hours: hours, sla_due_at: time }),
  'owner.assigned': z.looseObject({
    from_uid: z.string(),
    to_uid: name,
    to_id: integerId,
    settles: entryId.optional(),
  }),
  'case.renumbered': z.looseObject({ to: name }),
  'links.removed': z.looseObject({
    removed: z.array(z.looseObject({ digest: z.string(), place: z.int() })).optional(),
  }),
  'case.related': caseRelation,
  'case.unrelated': caseRelation,
  'access.set': sealedAccess,
  'conflict.settled': z.looseObject({ settles: entryId }),
  ...taskForms,
  'evidence.acquired': acquiredPiece,
  'evidence.viewed': namedPiece,
  'evidence.downloaded': namedPiece,
  'evidence.edited': namedPiece,
  'evidence.noted': namedPiece,
  'evidence.statement_read': readStatement,
  'evidence.erasure_requested': pieceToErase,
  'evidence.erasure_declined': erasureWord,
  'evidence.erased': erasureWord,
  'evidence.related': relation,
  'evidence.unrelated': relation,
  'evidence.received': z.looseObject({ sha256: sha256Hex }),
  'case.exported': z.looseObject({ evidence: z.union([z.literal('all'), z.literal('none'), z.array(integerId)]) }),
}

/**
 * Whether an entry of a case has the form that its type asks for; types that ask for none, and unknown ones, always do.
 */
export const fitsForm = (type: string, pub: unknown): boolean => misfitOf(caseForms, type, pub) === null
