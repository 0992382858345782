import type { JsonValue } from '../../main/seal/canonical.ts'

type Open = Readonly<Record<string, JsonValue>>

/** Open values of types that ask for a withheld one by them. */
const asking: Readonly<Record<string, Open>> = {
  'case.edited': { fields: ['title'] },
  'evidence.edited': { evidence_id: 1, fields: ['label'] },
  'case.exported': { evidence: 'all' },
  'list.values_added': { values: [{ id: 'a1', expires_at: null }] },
  'model.activated': { sha256: 'a'.repeat(64), version: '1' },
}

/** Open values by which a type asks for all that it can. */
export const openOf = (type: string): Open => (Object.hasOwn(asking, type) ? (asking[type] ?? {}) : {})
