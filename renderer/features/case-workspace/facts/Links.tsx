import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconAffiliate, IconChartLine, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useAlertsOfCase } from '../../../data/queries/alerts.ts'
import { detectionHref, entityHref, hrefOf, profileHref } from '../../../state/route.ts'
import { AlertStatusMark } from '../../../ui/AlertStatusMark.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import type { OpenDialog } from '../dialogs/CaseDialogs.tsx'
import { linkedIds, caseLinkKinds, type LinkedKind } from '../model/links.ts'
import classes from '../workspace.module.css'

const queueFilter: Readonly<Record<LinkedKind, string>> = {
  alerts: 'alert_id',
  customers: 'customer_id',
  accounts: 'account_id',
}
const shownAtFirst = 12
const entityKinds = { customers: 'customer', accounts: 'account' } as const

type Props = { readonly file: CaseFull; readonly writes: boolean; readonly onDialog: (dialog: OpenDialog) => void }

/** Where more is known of a customer or an account: what is usual for it, and its place in the network. */
const Ways = ({ of, id }: { readonly of: keyof typeof entityKinds; readonly id: number }) => {
  const { t } = useTranslation()
  const entity = { kind: entityKinds[of], id: String(id) }
  const ways = [
    {
      href: profileHref(entity),
      words: t('case.facts.profileOf', { kind: t(`case.kinds.${of}`), id }),
      Icon: IconChartLine,
    },
    { href: entityHref(entity), words: t('network.toPageOf', { id }), Icon: IconAffiliate },
  ]
  return ways.map(({ href, words, Icon }) =>
    href === null ? null : (
      <a key={href} href={href} className={classes.way} aria-label={words} title={words}>
        <Icon size={13} stroke={1.8} aria-hidden />
      </a>
    ),
  )
}

const Kind = ({
  kind,
  ids,
  writes,
  onDialog,
}: { readonly kind: LinkedKind; readonly ids: readonly number[] } & Omit<Props, 'file'>) => {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? ids : ids.slice(0, shownAtFirst)
  return (
    <div className={classes.linkKind}>
      <h3>{t(`case.facts.${kind}`)}</h3>
      <ul className={classes.chips}>
        {shown.map((id) => (
          <li key={id} className={classes.chip}>
            <a
              href={hrefOf({ name: 'queue', query: { [queueFilter[kind]]: String(id) } })}
              title={t('case.facts.casesOf', { kind: t(`case.kinds.${kind}`), id })}
            >
              {id}
            </a>
            {kind === 'alerts' ? null : <Ways of={kind} id={id} />}
            {writes ? (
              <button
                type="button"
                onClick={() => onDialog({ kind: 'unlink', linkKind: kind, id })}
                aria-label={t('case.facts.removeLink', { kind: t(`case.kinds.${kind}`), id })}
              >
                <IconX size={11} aria-hidden />
              </button>
            ) : null}
          </li>
        ))}
        {ids.length > shownAtFirst ? (
          <li>
            <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
              {all ? t('case.facts.fewerLinks') : t('case.facts.moreLinks', { count: ids.length - shownAtFirst })}
            </Button>
          </li>
        ) : null}
      </ul>
    </div>
  )
}

/**
 * Alerts that are known here, by what they say, each to be opened; links to alerts of other systems lead to the queue
 * like all others.
 */
const AlertLinks = ({ file, writes, onDialog }: Props) => {
  const { t } = useTranslation()
  const known = useAlertsOfCase(file.id, linkedIds(file, 'alerts').length > 0).data ?? []
  const unknown = linkedIds(file, 'alerts').filter((id) => !known.some((alert) => alert.id === id))
  return (
    <>
      {known.length === 0 ? null : (
        <ul className={classes.alerts} aria-label={t('case.facts.alerts')}>
          {known.map((alert) => (
            <li key={alert.id}>
              <a href={detectionHref('alerts', String(alert.id))} title={alert.title}>
                <RiskMark level={alert.risk_level} />
                <span dir="auto" className="fs-ellipsis">
                  {alert.title}
                </span>
              </a>
              <AlertStatusMark status={alert.status} />
              {writes ? (
                <button
                  type="button"
                  onClick={() => onDialog({ kind: 'unlink', linkKind: 'alerts', id: alert.id })}
                  aria-label={t('case.facts.removeLink', { kind: t('case.kinds.alerts'), id: alert.id })}
                >
                  <IconX size={11} aria-hidden />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {unknown.length === 0 ? null : <Kind kind="alerts" ids={unknown} writes={writes} onDialog={onDialog} />}
    </>
  )
}

/** Alerts, customers and accounts that the case is linked to. */
export const Links = ({ file, writes, onDialog }: Props) => {
  const { t } = useTranslation()
  const present = caseLinkKinds.filter((kind) => linkedIds(file, kind).length > 0)
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('case.facts.links')}</h2>
        {writes ? (
          <Tooltip label={t('case.commands.link')}>
            <ActionIcon size={20} onClick={() => onDialog({ kind: 'link' })} aria-label={t('case.commands.link')}>
              <IconPlus size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </div>
      {present.length === 0 ? <p className={classes.nothing}>{t('case.facts.noLinks')}</p> : null}
      {present.includes('alerts') ? <AlertLinks file={file} writes={writes} onDialog={onDialog} /> : null}
      {present
        .filter((kind) => kind !== 'alerts')
        .map((kind) => (
          <Kind key={kind} kind={kind} ids={linkedIds(file, kind)} writes={writes} onDialog={onDialog} />
        ))}
    </section>
  )
}
