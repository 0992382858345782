import { z } from 'zod'
import { name, time } from '../../../shared/entries/open-values.ts'
import { taskForms } from '../../../shared/entries/task-forms.ts'
import { legalBases } from '../../../shared/schema/legal-basis.ts'
import { orderFault } from '../../../shared/schema/acquisition-times.ts'
import { sealedAccess } from '../../../shared/schema/case-access.ts'
import { casePriority, caseStatus } from '../../../shared/schema/case.ts'
import { acquisitionMethod } from '../../../shared/schema/evidence.ts'
import { modelFileMost } from '../../../shared/schema/models.ts'
import { policy } from '../../../shared/schema/policy.ts'
import { entryId, integerId, lineOfText, timestamp, uid } from '../../../shared/schema/text.ts'
import { role } from '../../../shared/schema/user.ts'
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
  returnedRuns,
  sealedLog,
  sha256Hex,
} from './shapes.ts'

const digest = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const ids = z.array(integerId).max(100_000)
const piece = namedPiece.extend({ sha256: sha256Hex.optional() })
const links = z.looseObject({ alert_ids: ids.optional() })
/** A time that is none says nothing. */
const toldTime = (value: unknown): string | undefined => timestamp.safeParse(value).data

const isInOrder = ({ started_at: start, ended_at: end }: Readonly<Record<string, unknown>>): boolean => {
  const started = toldTime(start)
  return started === undefined || orderFault({ started_at: started, ended_at: toldTime(end) }) === null
}

/** What was stated of an acquisition openly; a tool that is not Fieldseal can have no version. */
const takenPiece = acquiredPiece
  .extend({
    method: acquisitionMethod,
    tool: lineOfText(120).optional(),
    tool_version: z.union([lineOfText(60), z.literal('')]).optional(),
    write_blocker: lineOfText(120).optional(),
    source_sha256: sha256Hex.optional(),
  })
  .refine((piece) => isInOrder(piece), { error: 'ended before it began', path: ['ended_at'] })
const anything = z.looseObject({})

/**
 * The form of the public values of each type that this release knows (Y-20). Members that it does not know may stand
 * beside: a newer release can say more. Types that it does not know pass as they are (Y-27).
 */
export const publicForms: Readonly<Record<string, z.ZodType>> = {
  'case.opened': openedCase.extend({ alert_ids: ids.optional() }),
  'case.edited': z.looseObject({ fields: z.array(z.enum(['title', 'description'])).max(2) }),
  'case.renumbered': z.looseObject({ from: name, to: name }),
  'status.changed': movedCase.extend({ from: caseStatus }),
  'priority.changed': z.looseObject({ from: casePriority, to: casePriority, sla_hours: hours, sla_due_at: time }),
  'owner.assigned': z.looseObject({
    from_uid: name,
    from_id: integerId,
    to_uid: name,
    to_id: integerId,
    settles: entryId.optional(),
  }),
  'note.added': anything,
  'links.added': links,
  'links.removed': links.extend({
    removed: z
      .array(z.looseObject({ digest, place: z.int().min(0) }))
      .max(100_000)
      .optional(),
  }),
  'case.related': caseRelation,
  'case.unrelated': caseRelation,
  'hold.placed': anything,
  'hold.released': anything,
  'access.set': sealedAccess,
  'glass.broken': anything,
  'redaction.applied': z.looseObject({
    entry: entryId,
    digests: z.array(digest).min(1).max(10_000),
    legal_basis: z.enum(legalBases),
    reference: lineOfText(200).optional(),
  }),
  'act.voided': z.looseObject({ entry: entryId, code: name, message: lineOfText(300) }),
  'entries.returned': returnedRuns,
  'conflict.settled': z.looseObject({ settles: entryId }),
  ...taskForms,
  'evidence.acquired': takenPiece,
  'evidence.viewed': piece,
  'evidence.downloaded': piece,
  'evidence.edited': piece,
  'evidence.noted': piece,
  'evidence.statement_read': readStatement,
  'evidence.erasure_requested': pieceToErase.extend({ legal_basis: z.enum(legalBases), reference: lineOfText(200) }),
  'evidence.erasure_declined': erasureWord,
  'evidence.erased': erasureWord.extend({
    size: z.int().min(0),
    legal_basis: z.enum(legalBases),
    reference: lineOfText(200),
  }),
  'evidence.related': relation,
  'evidence.unrelated': relation,
  'case.exported': z.looseObject({ evidence: z.union([z.literal('all'), z.literal('none'), ids]) }),
  'workspace.created': z.looseObject({
    workspace_id: z.uuid(),
    institution: z.string().regex(/^[A-Z0-9]{1,16}$/u),
    name: z.string().max(1_000),
  }),
  'user.added': z.looseObject({ id: integerId, role, identity: sha256Hex.optional() }),
  'user.changed': z.looseObject({ role: role.optional(), active: z.boolean().optional() }),
  'api_key.created': z.looseObject({
    kind: z.enum(['api', 'institution']),
    scopes: z.array(z.string().max(100)).max(100),
    secret_sha256: z.string().max(100),
  }),
  'api_key.revoked': anything,
  'policy.changed': policy,
  'team.changed': z.looseObject({ members: z.array(uid).max(1_000) }),
  'model.activated': z.looseObject({
    sha256: sha256Hex.nullable(),
    version: name.nullable(),
    size: z.int().min(0).max(modelFileMost).optional(),
  }),
  'webhook.changed': z.looseObject({ change: z.string().max(100) }),
  'access_log.checkpointed': sealedLog,
  'access_log.shortened': sealedLog.extend({ older_than: time, days: z.int().min(1).max(36_500) }),
}
