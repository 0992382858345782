import { z } from 'zod'
import { time } from '../../../shared/entries/open-values.ts'
import { detectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { policy } from '../../../shared/schema/policy.ts'
import { listKey, listMatch, ruleContent, ruleState } from '../../../shared/schema/rules.ts'
import { screeningPolicy } from '../../../shared/schema/screening.ts'
import { alertForms } from '../alerts/forms.ts'
import { caseForms } from '../cases/forms.ts'
import { conclusionForm } from '../kyb/forms.ts'
import { mergeForms } from '../network/forms.ts'
import { reportForms, reportSettingsForm } from '../reports/forms.ts'
import { screeningForms } from '../screening/forms.ts'
import { misfitOf } from './misfit.ts'
import { publicForms } from './public-forms.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u)
const count = z.int().min(1)
const keyId = z.string().regex(/^[A-Za-z0-9_-]{43}$/u)
const key = z.looseObject({
  kid: keyId,
  spki: z.string().min(1),
  device_id: z.string().min(1),
  device_number: z.int().min(0),
})
/** What a rule does; its texts are withheld, and any will do in their place. */
const openRule = z
  .looseObject({})
  .refine((open) => ruleContent.safeParse({ ...open, name: 'a', why: 'a', reason: 'a' }).success, {
    error: 'is no rule',
  })
const ruleMove = z.looseObject({ to: ruleState })

/**
 * The form by which this release reads the public values of an entry that it seals: what is not of it would have no
 * effect anywhere, and could not be taken back.
 */
const readForms: Readonly<Record<string, z.ZodType>> = {
  ...caseForms,
  ...reportForms,
  'alert.moved': alertForms.moved,
  'alert.assigned': alertForms.assigned,
  'alert.attached': alertForms.attached,
  'alert.detached': alertForms.detached,
  'decision.recorded': alertForms.decided,
  'decision.proposed': alertForms.decided,
  'policy.changed': policy,
  'detection.policy_changed': detectionPolicy,
  'screening.policy_changed': screeningPolicy,
  'screening.disposed': screeningForms.disposed,
  'report_settings.changed': reportSettingsForm,
  'business.concluded': conclusionForm,
  'network.merge_settled': mergeForms.pub,
  'rule.changed': z.looseObject({ rule: openRule }),
  'rules.imported': z.looseObject({
    rules: z.array(openRule),
    state: ruleState,
    lists: z.array(z.looseObject({ key: listKey, match: listMatch })),
  }),
  'rule.moved': ruleMove,
  'rule.proposed': ruleMove,
  'list.changed': z.looseObject({ match: listMatch }),
  'list.values_added': z.looseObject({
    values: z.array(
      z.looseObject({
        id: z.string().min(1),
        expires_at: z
          .string()
          .refine((text) => Number.isFinite(Date.parse(text)))
          .nullable(),
      }),
    ),
  }),
  'list.values_removed': z.looseObject({ values: z.array(z.string()) }),
  'screening_list.in_force': z.looseObject({ version: count, sha256 }),
  'screening_list.configured': z.looseObject({ warn_days: count, stale_days: count }),
  'key.enrolled': key,
  'key.rotated': key,
  'key.revoked': z.looseObject({ kid: keyId }),
  'clock.attested': z
    .looseObject({ device_id: z.string().min(1), from: time, to: time, ahead_ms: z.int(), how: z.string().min(1) })
    .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), { path: ['to'] }),
}

/** Types of entries whose public values have a form here, or in the table by which a hub takes them. */
export const formedTypes: ReadonlySet<string> = new Set([...Object.keys(readForms), ...Object.keys(publicForms)])

/**
 * Where public values are not of the form by which they are read, or by which a hub takes them in: a path, empty for
 * the whole; null where they are.
 */
export const openMisfit = (type: string, pub: unknown): string | null =>
  misfitOf(readForms, type, pub) ?? misfitOf(publicForms, type, pub)

/**
 * What is wrong with the public values of an entry that is about to be sealed; null where nothing is. They are held
 * against the form by which they are read, and against that by which a hub takes them in.
 *
 * @returns the type and the place, never a value
 */
export const sealingFault = (type: string, pub: unknown): string | null => {
  const where = openMisfit(type, pub)
  return where === null
    ? null
    : `the public values of an entry of type ${type} are not of the form by which they are read${where === '' ? '' : `, at ${where}`}: nothing was sealed`
}
