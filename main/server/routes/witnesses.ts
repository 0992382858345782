import * as api from '../../../shared/api/witnesses.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { formatVerifierKey, parseVerifierKey } from '../../seal/verifier-key.ts'
import type { SyncSettings } from '../../storage/sync/settings.ts'
import { answer } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'

const noKey = fail(
  refusal(
    'unknown_reference',
    'This is not the key of a witness. Its operator has it as `fieldseal witness` printed it: a name, eight digits and the key, with + in between.',
  ),
)
const configured = fail(
  refusal('forbidden', 'This witness is named where the service is started; it is changed there.'),
)
const unknown = fail(refusal('not_found', 'This device trusts no witness of this name.'))
const already = fail(refusal('already_done', 'This device trusts this witness.'))

/** The operations on witnesses that a device trusts (Y-53): its own people name them, never its hub. */
export const witnessRoutes = (
  settings: Pick<SyncSettings, 'witnesses' | 'trustWitness' | 'distrustWitness'>,
  nowMs: () => number,
): readonly Route[] => {
  const listed = () =>
    answer(
      settings.witnesses().map(({ name, publicKeyRaw, source, addedAtMs }) => ({
        name,
        key: formatVerifierKey({ name, publicKeyRaw }, 'witness'),
        source,
        added_at: toTimestamp(addedAtMs),
      })),
    )
  return [
    route(api.listWitnesses, () => listed()),
    route(api.trustWitness, async ({ body }) => {
      const witness = parseVerifierKey(body.key.trim(), 'witness')
      if (witness === null) return noKey
      const known = settings.witnesses().find(({ name }) => name === witness.name)
      if (known !== undefined && formatVerifierKey(known, 'witness') === formatVerifierKey(witness, 'witness'))
        return already
      if (known?.source === 'configured') return configured
      const done = await settings.trustWitness(witness, nowMs())
      return done.ok ? listed() : done
    }),
    route(api.distrustWitness, async ({ body }) => {
      const known = settings.witnesses().find(({ name }) => name === body.name)
      if (known === undefined) return unknown
      if (known.source === 'configured') return configured
      const done = await settings.distrustWitness(body.name)
      return done.ok ? listed() : done
    }),
  ]
}
