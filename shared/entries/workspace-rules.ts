import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { modelName } from '../schema/models.ts'
import { teamName } from '../schema/team.ts'
import { lineOfText } from '../schema/text.ts'
import { loginName, userName } from '../schema/user.ts'
import { webhookUrl } from '../schema/webhooks.ts'
import { admins, byHand, byHandOrProgram, byHub, givenText, supervisingRoles } from './entry-rule.ts'
import type { EntryRule } from './entry-rule.ts'
import type { WorkspaceEntryType } from './entry-types.ts'

const byAdmin = { chain: 'workspace', by: admins, origins: byHand } as const
const bySupervisor = { chain: 'workspace', by: supervisingRoles, origins: byHand } as const
const plain: EntryRule = { ...byAdmin, withheld: {} }
const ofHub: EntryRule = { chain: 'workspace', by: 'hub', origins: byHub, withheld: {} }
const ofAccessLog: EntryRule = { chain: 'workspace', by: 'readers', origins: ['schedule'], withheld: {} }
/** A hub can be asked on its command line, where nobody has to say why. */
const ended: EntryRule = { ...ofHub, origins: ['person', 'hub'], withheld: { reason: lineOfText(300).optional() } }

/** The rules of the entries about the workspace, its people and its devices. */
export const workspaceRules: Readonly<Record<WorkspaceEntryType, EntryRule>> = {
  'workspace.created': { ...plain, origins: ['setup'] },
  // The first key, and that of the hub which the first device founds, come with the setting up of either.
  'key.enrolled': { ...ofHub, origins: ['hub', 'setup'] },
  // Y-13: its device alone, whoever works there.
  'key.rotated': { chain: 'workspace', by: 'writers', origins: byHand, withheld: {} },
  'key.revoked': ended,
  'device.removed': ended,
  'clock.attested': { ...bySupervisor, withheld: { notes: rationale } },
  'user.added': {
    ...byAdmin,
    origins: ['person', 'setup', 'sample', 'policy'],
    withheld: { login_name: loginName, name: userName },
  },
  // L-123: the groups of the sign-in provider give people their roles.
  'user.changed': { ...byAdmin, origins: ['person', 'policy'], withheld: { name: userName.optional() } },
  'api_key.created': { ...byAdmin, origins: ['person', 'setup'], withheld: { label: lineOfText(120) } },
  'api_key.revoked': plain,
  'policy.changed': plain,
  'team.changed': { ...byAdmin, withheld: { name: teamName } },
  'webhook.changed': { ...byAdmin, withheld: { url: webhookUrl, description: lineOfText(200).optional() } },
  'import.completed': { chain: 'workspace', by: 'writers', origins: ['import'], withheld: { file_name: givenText } },
  'report_settings.changed': { ...bySupervisor, withheld: { filer: z.looseObject({}) } },
  'kpi.reported': { chain: 'workspace', by: 'writers', origins: byHandOrProgram, byApiKey: true, withheld: {} },
  // No model in force is one without a name.
  'model.activated': {
    ...bySupervisor,
    withheld: { name: modelName.optional() },
    needs: ({ sha256 }) => (typeof sha256 === 'string' ? ['name'] : []),
  },
  'model.received': ofHub,
  // An auditor leaves them behind by reading, too (L-95).
  'access_log.checkpointed': ofAccessLog,
  'access_log.shortened': ofAccessLog,
}
