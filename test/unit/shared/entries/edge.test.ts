import { expect, test } from 'vitest'
import type { z } from 'zod'
import { operations } from '../../../../shared/api/operations.ts'
import { ruleOf } from '../../../../shared/entries/catalogue.ts'

/** Texts of requests that are sealed as they are: of which operation, in which field, as what of which entry. */
const sealed = [
  ['addNote', 'text', 'note.added', 'text'],
  ['updateCaseStatus', 'notes', 'status.changed', 'notes'],
  ['placeHold', 'reason', 'hold.placed', 'reason'],
  ['releaseHold', 'reason', 'hold.released', 'reason'],
  ['addUser', 'login_name', 'user.added', 'login_name'],
  ['addUser', 'name', 'user.added', 'name'],
  ['createKey', 'label', 'api_key.created', 'label'],
  ['addTeam', 'name', 'team.changed', 'name'],
  ['revokeDevice', 'reason', 'key.revoked', 'reason'],
  ['moveRule', 'note', 'rule.moved', 'note'],
  ['removeListValues', 'reason', 'list.values_removed', 'reason'],
  ['putVersionInForce', 'reason', 'screening_list.in_force', 'reason'],
  ['removeVersions', 'reason', 'screening_list.version_removed', 'reason'],
  ['settleDecision', 'notes', 'decision.approved', 'notes'],
  ['moveReport', 'note', 'report.submitted', 'note'],
  ['moveReport', 'reference', 'report.filed', 'reference'],
  ['createWebhook', 'url', 'webhook.changed', 'url'],
] as const

const texts = [
  '',
  ' ',
  '\u200b',
  '\u0007bell',
  'a\nb',
  'someone',
  'Because it was seen',
  'https://example.org/hook',
  '\ud800',
  ...[64, 65, 80, 81, 100, 101, 120, 121, 300, 301, 500, 501, 2_000, 2_001, 50_000, 50_001].map((length) =>
    'a'.repeat(length),
  ),
]

const fieldOf = (id: string, field: string): z.ZodType => {
  const body = operations.find((operation) => operation.id === id)?.body as
    | { shape?: Record<string, z.ZodType> }
    | undefined
  const form = body?.shape?.[field]
  if (form === undefined) throw new Error(`${id} has no ${field}`)
  return form
}

test.each(sealed)('L-19: what %s takes as %s is what %s may withhold as %s, and no more', (id, field, type, name) => {
  const form = ruleOf(type)?.withheld[name]
  for (const text of texts)
    expect(form?.safeParse(text).success, JSON.stringify(text.slice(0, 30))).toBe(
      fieldOf(id, field).safeParse(text).success,
    )
})
