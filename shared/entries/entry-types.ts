import type {
  CaseEntryType,
  DetectionEntryType,
  EvidenceEntryType,
  ReportEntryType,
  SyncEntryType,
  TaskEntryType,
} from '../schema/timeline.ts'

/** Types of the entries of a case by which a hub says who gets it. */
export type GrantEntryType = 'grant.given' | 'grant.ended'

/** Types of the entries of the workspace's chain: its people, keys, devices and settings. */
export type WorkspaceEntryType =
  | 'workspace.created'
  | 'key.enrolled'
  | 'key.rotated'
  | 'key.revoked'
  | 'device.removed'
  | 'clock.attested'
  | 'user.added'
  | 'user.changed'
  | 'api_key.created'
  | 'api_key.revoked'
  | 'policy.changed'
  | 'team.changed'
  | 'webhook.changed'
  | 'import.completed'
  | 'report_settings.changed'
  | 'kpi.reported'
  | 'model.activated'
  | 'model.received'
  | 'access_log.checkpointed'
  | 'access_log.shortened'

/** Types of the entries of the workspace's chain by which detection and screening are set up and judged. */
export type JudgementEntryType =
  | 'detection.policy_changed'
  | 'rule.changed'
  | 'rules.imported'
  | 'rule.moved'
  | 'rule.proposed'
  | 'list.changed'
  | 'list.values_added'
  | 'list.values_removed'
  | 'transaction.labelled'
  | 'screening.policy_changed'
  | 'screening.disposed'
  | 'screening_list.in_force'
  | 'screening_list.configured'
  | 'screening_list.version_removed'
  | 'network.merge_settled'
  | 'business.concluded'

/** Every type of entry that this release writes. */
export type EntryType =
  | CaseEntryType
  | EvidenceEntryType
  | TaskEntryType
  | SyncEntryType
  | GrantEntryType
  | ReportEntryType
  | DetectionEntryType
  | WorkspaceEntryType
  | JudgementEntryType
