import { NativeSelect, Radio, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { evidencePolicies, type SyncState } from '../../../../shared/schema/sync.ts'
import type { useSyncSettings } from '../../../data/queries/sync.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import classes from '../sync.module.css'

/** Bytes a second that are offered; the API takes any number. */
const rates = [128_000, 512_000, 1_000_000, 5_000_000, 20_000_000] as const

const RateCap = ({
  rate,
  change,
}: {
  readonly rate: number | null
  readonly change: ReturnType<typeof useSyncSettings>
}) => {
  const { t, i18n } = useTranslation()
  const offered = rate === null || rates.some((one) => one === rate) ? rates : [...rates, rate].sort((a, b) => a - b)
  return (
    <NativeSelect
      label={t('sync.settings.rate')}
      description={t('sync.settings.rateHint')}
      value={rate === null ? '' : String(rate)}
      onChange={({ currentTarget: { value } }) => change.mutate({ rate_cap: value === '' ? null : Number(value) })}
      data={[
        { value: '', label: t('sync.settings.rateNone') },
        ...offered.map((one) => ({
          value: String(one),
          label: t('sync.settings.rateOf', { bytes: formatBytes(one, i18n.language) }),
        })),
      ]}
    />
  )
}

/** What this device does by itself. Every change holds at once. */
export const Settings = ({
  state,
  change,
}: {
  readonly state: SyncState
  readonly change: ReturnType<typeof useSyncSettings>
}) => {
  const { t } = useTranslation()
  return (
    <section className={classes.block} aria-labelledby="sync-settings">
      <div className={classes.blockHead}>
        <h2 id="sync-settings">{t('sync.settings.label')}</h2>
      </div>
      <div className={classes.settings}>
        <div className={classes.switches}>
          <Switch
            checked={state.paused}
            onChange={(event) => change.mutate({ paused: event.currentTarget.checked })}
            label={t('sync.settings.paused')}
            description={t('sync.settings.pausedHint')}
          />
          <Switch
            checked={state.metered}
            onChange={(event) => change.mutate({ metered: event.currentTarget.checked })}
            label={t('sync.settings.metered')}
            description={t('sync.settings.meteredHint')}
          />
          <RateCap rate={state.rate_cap} change={change} />
        </div>
        <Radio.Group
          label={t('sync.settings.policy')}
          value={state.evidence_policy}
          onChange={(value) => change.mutate({ evidence_policy: value })}
        >
          <div className={classes.choices}>
            {evidencePolicies.map((policy) => (
              <Radio
                key={policy}
                value={policy}
                label={t(`sync.settings.policies.${policy}`)}
                description={t(`sync.settings.policyHint.${policy}`)}
              />
            ))}
          </div>
        </Radio.Group>
      </div>
    </section>
  )
}
