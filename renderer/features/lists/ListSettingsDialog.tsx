import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listSettings, type Watchlist } from '../../../shared/schema/lists.ts'
import { useConfigureWatchlist } from '../../data/queries/lists.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import classes from './lists.module.css'

/** What a list is called, and after how many days it warns. */
export const ListSettingsDialog = ({ list, onClose }: { readonly list: Watchlist; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const write = useConfigureWatchlist(list.key)
  const [title, setTitle] = useState(list.title)
  const [warn, setWarn] = useState<string | number>(list.warn_days)
  const [stale, setStale] = useState<string | number>(list.stale_days)
  const settings = listSettings.safeParse({ title, warn_days: Number(warn), stale_days: Number(stale) })
  const isSame = title === list.title && Number(warn) === list.warn_days && Number(stale) === list.stale_days
  const confirm = (): void => {
    if (settings.success) write.mutate(settings.data, { onSuccess: onClose })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('lists.settings.title')}
      confirm={t('common.save')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!settings.success || isSame}
      error={write.error}
    >
      <TextInput
        label={t('lists.settings.name')}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        required
        maxLength={120}
        dir="auto"
        data-autofocus
      />
      <div className={classes.form}>
        <NumberInput
          label={t('lists.settings.warn')}
          value={warn}
          onChange={setWarn}
          min={1}
          max={3_650}
          allowDecimal={false}
          required
        />
        <NumberInput
          label={t('lists.settings.stale')}
          value={stale}
          onChange={setStale}
          min={1}
          max={3_650}
          allowDecimal={false}
          required
          error={Number(stale) < Number(warn) ? t('lists.settings.order') : undefined}
        />
      </div>
    </ConfirmDialog>
  )
}
