import { Button, Checkbox } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountTrace } from '../../../../shared/api/tracing.ts'
import { detectionHref } from '../../../state/route.ts'
import { money as moneyText } from '../../../ui/charts/format.ts'
import { HeadedTable } from '../../../ui/HeadedTable.tsx'
import { saveFile } from '../../../ui/saveFile.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { PartyName } from './PartyName.tsx'
import { workingCsv } from './workingCsv.ts'
import classes from './money.module.css'

type Props = { readonly trace: AccountTrace }

/** Lines that the window draws; the file has all of them. */
const drawnMax = 500

const WentTo = ({ trace }: Props) => {
  const { t, i18n } = useTranslation()
  if (trace.went_to.length === 0) return <p className={classes.small}>{t('customer.money.trace.nothingLeft')}</p>
  return (
    <div className={classes.frame} tabIndex={0} role="group" aria-label={t('customer.money.trace.wentTo')}>
      <HeadedTable
        label={t('customer.money.trace.wentTo')}
        className={classes.table}
        endClass={classes.end}
        heads={[
          { text: t('customer.money.trace.to') },
          { text: t('customer.money.trace.got'), end: true },
          { text: t('customer.money.trace.payments'), end: true },
        ]}
      >
        {trace.went_to.map(({ party, amount, count }) => (
          <tr key={`${party?.kind ?? ''}:${party?.id ?? ''}`}>
            <td className={classes.party}>
              <PartyName party={party} />
            </td>
            <td className={classes.end}>{moneyText(amount, trace.currency, i18n.language)}</td>
            <td className={classes.end}>{count.toLocaleString(i18n.language)}</td>
          </tr>
        ))}
      </HeadedTable>
    </div>
  )
}

const Working = ({ trace }: Props) => {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  const lines = all ? trace.lines : trace.lines.filter((line) => line.traced_in > 0 || line.traced_out > 0)
  const text = (amount: number): string => (amount === 0 ? '' : moneyText(amount, trace.currency, i18n.language))
  return (
    <>
      <div className={classes.workingHead}>
        <h3>{t('customer.money.trace.working')}</h3>
        <Checkbox
          size="xs"
          label={t('customer.money.trace.all', {
            count: trace.lines.length,
            text: trace.lines.length.toLocaleString(i18n.language),
          })}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.7} />}
          onClick={() => saveFile(`trace-${trace.method}.csv`, workingCsv(trace), 'text/csv')}
        >
          {t('customer.money.trace.save')}
        </Button>
      </div>
      <div className={classes.frame} tabIndex={0} role="group" aria-label={t('customer.money.trace.working')}>
        <HeadedTable
          className={classes.table}
          endClass={classes.end}
          heads={[
            { text: t('customer.money.follow.at') },
            { text: t('customer.money.trace.transaction') },
            { text: t('customer.money.party') },
            { text: t('customer.money.in'), end: true },
            { text: t('customer.money.out'), end: true },
            { text: t('customer.money.trace.balance'), end: true },
            { text: t('customer.money.trace.tracedOut'), end: true },
            { text: t('customer.money.trace.heldColumn'), end: true },
          ]}
        >
          {lines.slice(0, drawnMax).map((line) => (
            <tr key={line.transaction_id} data-chosen={line.traced_in > 0 || undefined}>
              <td>
                <Timestamp at={line.at} />
              </td>
              <td className={classes.party}>
                <a href={detectionHref('transactions', line.transaction_id)}>
                  <bdi>{line.transaction_id}</bdi>
                </a>
              </td>
              <td className={classes.party}>
                <PartyName party={line.party} />
              </td>
              <td className={classes.end}>{line.direction === 'in' ? text(line.amount) : ''}</td>
              <td className={classes.end}>{line.direction === 'out' ? text(line.amount) : ''}</td>
              <td className={classes.end}>{moneyText(line.balance, trace.currency, i18n.language)}</td>
              <td className={classes.end}>{text(line.traced_out + line.repaid)}</td>
              <td className={classes.end}>{moneyText(line.held, trace.currency, i18n.language)}</td>
            </tr>
          ))}
        </HeadedTable>
      </div>
      {lines.length > drawnMax ? (
        <p className={classes.small}>{t('customer.money.trace.drawn', { count: drawnMax })}</p>
      ) : null}
    </>
  )
}

/** What became of a sum that was followed: the figures, who got it, and the working. */
export const TraceResult = ({ trace }: Props) => {
  const { t, i18n } = useTranslation()
  const text = (amount: number): string => moneyText(amount, trace.currency, i18n.language)
  return (
    <div className={classes.result} role="region" aria-label={t('customer.money.trace.title')}>
      <div role="status">
        <h3>{t('customer.money.trace.by', { method: t(`customer.money.methods.${trace.method}`) })}</h3>
      </div>
      <dl className={classes.figures}>
        {(['followed', 'left', 'held'] as const).map((one) => (
          <div key={one}>
            <dt>{t(`customer.money.trace.${one}`)}</dt>
            <dd>{text(trace[one])}</dd>
          </div>
        ))}
        {trace.repaid > 0 ? (
          <div>
            <dt>{t('customer.money.trace.repaid')}</dt>
            <dd>{text(trace.repaid)}</dd>
          </div>
        ) : null}
      </dl>
      <WentTo trace={trace} />
      <Working trace={trace} />
    </div>
  )
}
