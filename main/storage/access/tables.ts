import type { Role } from '../../../shared/schema/user.ts'

/** Projection of `user.added` and `user.changed`. Times are milliseconds since the epoch. */
export interface UsersTable {
  id: number
  uid: string
  login_name: string
  name: string
  role: Role
  active: 0 | 1
  created_at: number
}

/** Password verifiers (scrypt); no projection: they are never sealed. */
export interface PasswordsTable {
  user_uid: string
  verifier: string
  changed_at: number
}

/** Projection of `api_key.created` and `api_key.revoked`. */
export interface ApiKeysTable {
  id: string
  kind: 'api' | 'institution'
  label: string
  /** JSON array of scopes. */
  scopes: string
  /** SHA-256 of the secret, lower-case hex; the secret has 256 random bits. */
  secret_sha256: string
  created_at: number
  revoked_at: number | null
}

/** Projection of `team.changed`. */
export interface TeamsTable {
  uid: string
  name: string
  /** JSON array of the uids of its members, sorted. */
  members: string
  changed_at: number
}

/** When a key was last used, to the minute; no projection. */
export interface KeyUsesTable {
  key_id: string
  last_used_at: number
}

/** Sessions of windows, and refresh tokens (one row each; a family is one sign-in). No projection. */
export interface SessionsTable {
  /** SHA-256 of the secret, lower-case hex. */
  secret_sha256: string
  kind: 'window' | 'refresh'
  family: string
  user_uid: string
  created_at: number
  expires_at: number
  used_at: number | null
  ended_at: number | null
  /** When the sign-in began, of which this is a part. */
  signed_in_at: number
  /** Noted at most once a minute; of a token that was renewed: until then. */
  last_used_at: number
  /** From where it was last used, and the name that the browser or program gave itself; null where it is not known. */
  address: string | null
  agent: string | null
  how: 'password' | 'provider'
}

/** Whom a sign-in provider names by which person. Projection of `user.added`. */
export interface ProviderIdentitiesTable {
  /** SHA-256 over issuer and subject, lower-case hex. */
  identity: string
  user_uid: string
}

/** Keys of authenticator apps (TOTP); no projection: they are never sealed, and stay in this database. */
export interface SecondFactorsTable {
  user_uid: string
  secret: Buffer
  begun_at: number
  /** Null until a first code has shown that the app has the key: until then it is asked for nowhere. */
  confirmed_at: number | null
  /** The step of the last code that was taken. */
  last_step: number
}

/** Recovery codes, each good once. No projection. */
export interface RecoveryCodesTable {
  user_uid: string
  /** SHA-256 over user and code, lower-case hex. */
  code_sha256: string
  used_at: number | null
}

/** Filters of the case list that a user keeps under a name. No projection. */
export interface SavedViewsTable {
  id: number
  user_uid: string
  name: string
  /** JSON object of strings. */
  query: string
}

/** Texts that users have typed and not sealed. No projection, and not synced. */
export interface DraftsTable {
  user_uid: string
  /** What it belongs to, for example `note:17`. */
  key: string
  /** The case whose erasures end it. */
  case_id: number | null
  /** The alert that it is about: erasures in the case that has it end the draft. */
  alert_uid: string | null
  text: string
  written_at: number
}

/** Projection of `policy.changed`: one row with id 1, or none while the default holds. */
export interface PolicyTable {
  id: 1
  /** JSON of shared/schema/policy.ts. */
  policy: string
  changed_at: number
}

/** Answers kept for requests with an Idempotency-Key, encrypted under a key that only the key's holder can name. */
export interface IdempotencyTable {
  /** SHA-256 over principal, operation and Idempotency-Key, lower-case hex. */
  scope: string
  fingerprint: string
  status: number
  /**
   * Nonce (12 bytes), AES-256-GCM ciphertext, tag (16 bytes). Empty: the request was begun, and its answer is not
   * known.
   */
  answer: Buffer
  created_at: number
}

/** Tables of this area. */
export interface AccessTables {
  users: UsersTable
  teams: TeamsTable
  passwords: PasswordsTable
  api_keys: ApiKeysTable
  key_uses: KeyUsesTable
  sessions: SessionsTable
  provider_identities: ProviderIdentitiesTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  saved_views: SavedViewsTable
  drafts: DraftsTable
  policy: PolicyTable
  idempotency: IdempotencyTable
}
