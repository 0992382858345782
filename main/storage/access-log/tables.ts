import type { AccessKind, AccessResult, AccessVia, CaseRelationOfReader } from '../../../shared/schema/access-log.ts'

/** The access log of this service (L-92). No projection: no entry makes it. */
export interface AccessLogTable {
  n: number
  /** Milliseconds since the epoch. */
  at: number
  /** The uid of a user or an API key; `system`: the service itself. */
  who: string
  via: AccessVia
  kind: AccessKind
  operation: string
  case_uid: string | null
  relation: CaseRelationOfReader | null
  /** Salted digest of what was searched for. */
  terms_digest: string | null
  result: AccessResult
  /** JSON: what a row that the log writes of itself says. */
  detail: string
  prev: Buffer | null
  hash: Buffer
}

/** What was searched for, encrypted as disclosures are; null: erased. */
export interface AccessLogTermsTable {
  n: number
  sealed: Buffer | null
  wrapped_key: Buffer | null
}

/** How the writing goes: one row. */
export interface AccessLogCourseTable {
  id: number
  /** 1 while a service runs, and after it ended without closing the log. */
  open: 0 | 1
  sealed_size: number
  sealed_at: number
  /** The device that sealed it: a folder that becomes another device seals its head anew. */
  sealed_by: string
}

/** Tables of this area. */
export interface AccessLogTables {
  access_log: AccessLogTable
  access_log_terms: AccessLogTermsTable
  access_log_course: AccessLogCourseTable
}
