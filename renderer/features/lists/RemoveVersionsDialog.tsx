import { Checkbox, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListVersionUse } from '../../../shared/schema/lists.ts'
import { lineOfText } from '../../../shared/schema/text.ts'
import { useRemoveVersions, useVersionUse } from '../../data/queries/lists.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './lists.module.css'

const reasonMax = 500
/** Versions that one call removes at most. */
const removedAtOnce = 200

const columns = ['imported', 'entries', 'hits', 'dispositions'] as const

const Rows = ({
  use,
  chosen,
  onChosen,
}: {
  readonly use: readonly ListVersionUse[]
  readonly chosen: readonly number[]
  readonly onChosen: (versions: readonly number[]) => void
}) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={t('listPrune.table')}>
        <thead>
          <tr>
            <th scope="col">{t('listEntries.version')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'imported' ? undefined : classes.end}>
                {t(`listPrune.${column}`)}
              </th>
            ))}
            <th scope="col">{t('listPrune.needed')}</th>
          </tr>
        </thead>
        <tbody>
          {use.map(({ version, imported_at: imported, entries, hits, dispositions, kept }) => (
            <tr key={version}>
              <td>
                <Checkbox
                  size="xs"
                  label={t('listPrune.select', { version })}
                  checked={chosen.includes(version)}
                  disabled={kept !== null}
                  onChange={() =>
                    onChosen(chosen.includes(version) ? chosen.filter((one) => one !== version) : [...chosen, version])
                  }
                />
              </td>
              <td>
                <Timestamp at={imported} />
              </td>
              <td className={classes.end}>{number(entries)}</td>
              <td className={classes.end}>{number(hits)}</td>
              <td className={classes.end}>{number(dispositions)}</td>
              <td>{t(kept === null ? 'listPrune.free' : `listPrune.kept.${kept}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Removes versions that nothing refers to; what each of the others is needed for stands beside it. */
export const RemoveVersionsDialog = ({
  listKey,
  onClose,
}: {
  readonly listKey: string
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const use = useVersionUse(listKey)
  const write = useRemoveVersions(listKey)
  const [picked, setPicked] = useState<readonly number[] | null>(null)
  const [reason, setReason] = useState('')
  const removable = (use.data ?? []).filter(({ kept }) => kept === null).map(({ version }) => version)
  const chosen = (picked ?? removable).slice(0, removedAtOnce)
  const confirm = (): void =>
    write.mutate(
      { versions: [...chosen], reason },
      {
        onSuccess: ({ data: { removed, kept } }) => {
          notifications.show({
            message:
              kept.length === 0
                ? t('listPrune.done', { count: removed.length })
                : t('listPrune.some', { removed: removed.length, kept: kept.length }),
            ...(kept.length === 0 ? {} : { color: 'yellow' }),
          })
          onClose()
        },
      },
    )
  const nothing = use.data !== undefined && removable.length === 0
  return (
    <ConfirmDialog
      opened
      danger
      size={760}
      onClose={onClose}
      title={t('listPrune.title')}
      confirm={t('listPrune.confirm', { count: chosen.length })}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={chosen.length === 0 || !lineOfText(reasonMax).safeParse(reason).success}
      error={write.error}
    >
      <p className={classes.plain}>{t(nothing ? 'listPrune.nothing' : 'listPrune.means')}</p>
      {use.data !== undefined ? (
        <Rows use={use.data} chosen={chosen} onChosen={setPicked} />
      ) : use.error === null ? (
        <LoadingRows rows={3} />
      ) : (
        <ErrorState error={use.error} onRetry={() => void use.refetch()} compact />
      )}
      <TextInput
        label={t('listPrune.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        required
        maxLength={reasonMax}
        dir="auto"
        data-autofocus
        disabled={nothing}
      />
    </ConfirmDialog>
  )
}
