import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreatedCode, EnrolmentCode } from '../../../../shared/schema/hub.ts'
import { useHubCodes, useWithdrawCode } from '../../../data/queries/hub.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import cells from '../../../ui/plain-table.module.css'
import { PlainTable } from '../../../ui/PlainTable.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import shared from '../sync.module.css'
import { CodeSecret } from './CodeSecret.tsx'
import { CreateCode } from './CreateCode.tsx'

const CodeRow = ({
  code,
  onWithdraw,
  busy,
}: {
  readonly code: EnrolmentCode
  readonly onWithdraw: () => void
  readonly busy: boolean
}) => {
  const { t, i18n } = useTranslation()
  return (
    <tr data-off={code.state !== 'open' || undefined}>
      <td>
        <PersonName name={code.user_name} />
      </td>
      <td dir="auto" className="fs-ellipsis" title={code.device_name}>
        {code.device_name}
      </td>
      <td>{code.cases === 'all' ? t('sync.hub.codes.all') : code.cases.toLocaleString(i18n.language)}</td>
      <td>
        <Timestamp at={code.created_at} />
      </td>
      <td>
        <Timestamp at={code.expires_at} />
      </td>
      <td>{t(`sync.hub.codes.states.${code.state}`)}</td>
      <td className={cells.end}>
        {code.state === 'open' ? (
          <Button
            variant="default"
            size="compact-xs"
            onClick={onWithdraw}
            loading={busy}
            aria-label={t('sync.hub.codes.withdrawLabel', { name: code.device_name })}
          >
            {t('sync.hub.codes.withdraw')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

/** The codes by which laptops come in. */
export const Codes = () => {
  const { t } = useTranslation()
  const list = useHubCodes()
  const withdraw = useWithdrawCode()
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedCode | null>(null)
  return (
    <section className={shared.block} aria-labelledby="hub-codes">
      <div className={shared.blockHead}>
        <h2 id="hub-codes">{t('sync.hub.codes.title')}</h2>
        <p className={shared.note}>{t('sync.hub.codes.lead')}</p>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setCreating(true)}>
          {t('sync.hub.codes.create')}
        </Button>
      </div>
      {list.error !== null && list.data === undefined ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} compact />
      ) : null}
      {withdraw.error === null ? null : <ErrorState error={withdraw.error} compact />}
      {list.isPending ? <LoadingRows rows={2} height={36} /> : null}
      {list.data?.length === 0 ? <p className={shared.note}>{t('sync.hub.codes.none')}</p> : null}
      {list.data === undefined || list.data.length === 0 ? null : (
        <PlainTable
          heads={(['for', 'device', 'granted', 'created', 'expires', 'state'] as const).map((column) => ({
            text: t(`sync.hub.codes.${column}`),
          }))}
          actions
        >
          {list.data.map((code) => (
            <CodeRow
              key={code.id}
              code={code}
              onWithdraw={() => withdraw.mutate(code.id)}
              busy={withdraw.isPending && withdraw.variables === code.id}
            />
          ))}
        </PlainTable>
      )}
      {creating ? <CreateCode onClose={() => setCreating(false)} onCreated={setCreated} /> : null}
      {created === null ? null : <CodeSecret created={created} onClose={() => setCreated(null)} />}
    </section>
  )
}
