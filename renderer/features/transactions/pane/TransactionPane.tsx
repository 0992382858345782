import { Button } from '@mantine/core'
import { IconAffiliate } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TransactionDetail } from '../../../../shared/api/transactions.ts'
import type { EntityKind } from '../../../../shared/schema/activity.ts'
import type { Role } from '../../../../shared/schema/user.ts'
import { useTransaction } from '../../../data/queries/transactions.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { detectionHref, entityHref, profileHref, transactionsHref, type NamedEntity } from '../../../state/route.ts'
import { maySupervise, mayWrite } from '../../../state/session.ts'
import { money, score } from '../../../ui/charts/format.ts'
import { Keys } from '../../../ui/Keys.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { PaneError } from '../../../ui/PaneError.tsx'
import { useRested } from '../../../ui/useRested.ts'
import { Reasons } from '../../../ui/Reasons.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { signalWords } from '../../../ui/signal-words.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { MakeRule } from '../../rules/MakeRule.tsx'
import { activityClasses } from '../classes.ts'
import { LabelDialog } from '../LabelDialog.tsx'
import { LabelMark } from '../../../ui/LabelMark.tsx'
import { entityFilters, type EntityFilter } from '../query.ts'
import { SourceFact } from './SourceFact.tsx'

/** The element that Enter in the list goes to. */
export const transactionPaneId = 'transaction-pane'

const kindOf = {
  customer_id: 'customer',
  account_id: 'account',
  counterparty_id: 'counterparty',
  device_id: 'device',
  ip: 'ip',
  terminal_id: 'terminal',
} as const satisfies Readonly<Record<EntityFilter, EntityKind>>

/** The two sides of an activity: who paid, and whom or where; null where it names one alone. */
const sidesOf = (one: TransactionDetail): readonly [NamedEntity, NamedEntity] | null => {
  const first = (names: readonly EntityFilter[]): NamedEntity | null => {
    const name = names.find((each) => one[each] !== null)
    const id = name === undefined ? null : one[name]
    return name === undefined || id === null ? null : { kind: kindOf[name], id }
  }
  const [payer, other] = [first(['customer_id', 'account_id']), first(['counterparty_id', 'terminal_id'])]
  return payer === null || other === null ? null : [payer, other]
}

/** Leads to all that went on between the two sides of an activity. */
const Between = ({ sides: [payer, other] }: { readonly sides: readonly [NamedEntity, NamedEntity] }) => {
  const { t } = useTranslation()
  const href = transactionsHref(payer, other)
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'transaction.between',
        section: 'selection',
        title: t('transactions.betweenCommand'),
        shortcut: 'b',
        keywords: 'counterparty payments',
        run: () => void (window.location.hash = href),
      },
    ],
    [href, t],
  )
  useCommands(commands)
  return (
    <p className={activityClasses.between}>
      <a
        href={href}
        className={activityClasses.link}
        aria-keyshortcuts="b"
        title={t('transactions.between', { one: payer.id, other: other.id })}
      >
        {t('transactions.betweenCommand')}
      </a>{' '}
      <Keys shortcut="b" />
    </p>
  )
}

/** An entity leads to its page where it has one, else to its activities. */
const hrefOfEntity = (name: EntityFilter, id: string): string =>
  profileHref({ kind: kindOf[name], id }) ?? detectionHref('transactions', null, { [name]: id })

const Facts = ({ one }: { readonly one: TransactionDetail }) => {
  const { t } = useTranslation()
  const place =
    one.latitude === null || one.longitude === null ? null : `${one.latitude.toFixed(4)}, ${one.longitude.toFixed(4)}`
  const rest: readonly (readonly [string, string | null])[] = [
    [t('transactions.field.channel'), one.channel],
    [t('transactions.field.country'), one.country],
    [t('transactions.field.place'), place],
  ]
  return (
    <dl className={activityClasses.facts}>
      <dt>{t('transactions.field.at')}</dt>
      <dd>
        <Timestamp at={one.at} style="seconds" />
      </dd>
      <dt>{t('transactions.field.type')}</dt>
      <dd>{signalWords(one.event_type)}</dd>
      {entityFilters.map((name) => {
        const id = one[name]
        return id === null ? null : (
          <div key={name} className={activityClasses.factRow}>
            <dt>{t(`transactions.field.${name}`)}</dt>
            <dd>
              <a href={hrefOfEntity(name, id)} className={activityClasses.link}>
                <bdi>{id}</bdi>
              </a>{' '}
              <a
                href={entityHref({ kind: kindOf[name], id })}
                className={activityClasses.link}
                aria-label={t('network.toPageOf', { id })}
                title={t('network.toPage')}
              >
                <IconAffiliate size={13} stroke={1.8} aria-hidden />
              </a>
            </dd>
          </div>
        )
      })}
      {rest.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className={activityClasses.factRow}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
      <dt>{t('transactions.field.received')}</dt>
      <dd>
        <Timestamp at={one.received_at} />
      </dd>
      <SourceFact source={one.source} />
    </dl>
  )
}

const Metadata = ({ metadata }: { readonly metadata: Readonly<Record<string, unknown>> }) => {
  const { t } = useTranslation()
  return (
    <section className={activityClasses.section}>
      <h3>{t('transactions.metadata')}</h3>
      <dl className={activityClasses.facts}>
        {Object.entries(metadata).map(([name, value]) => (
          <div key={name} className={activityClasses.factRow}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Assessed = ({ one }: { readonly one: TransactionDetail }) => {
  const { t, i18n } = useTranslation()
  const { assessment } = one
  if (assessment === null) return <p className={activityClasses.nothing}>{t('transactions.lowRisk')}</p>
  const onTrial = assessment.hits.filter(({ shadow }) => shadow)
  return (
    <>
      <Reasons reasons={assessment.reasons} />
      {assessment.model === null ? null : (
        <p className={activityClasses.nothing}>
          {t('transactions.model', {
            name: assessment.model.name,
            version: assessment.model.version,
            score: score(assessment.model.score, i18n.language),
          })}
        </p>
      )}
      {onTrial.length === 0 ? null : (
        <p className={activityClasses.nothing}>
          {t('transactions.onTrial')}{' '}
          {onTrial.map(({ rule, name }) => (
            <a key={rule} href={detectionHref('rules', rule)} className={activityClasses.link}>
              {name}
            </a>
          ))}
        </p>
      )}
    </>
  )
}

const Details = ({ one, role }: { readonly one: TransactionDetail; readonly role: Role }) => {
  const { t, i18n } = useTranslation()
  const [asked, setAsked] = useState<boolean | null>(null)
  const sides = sidesOf(one)
  const [writes, makesRules] = [mayWrite(role), maySupervise(role)]
  return (
    <>
      <div className={activityClasses.paneHead}>
        <span className={activityClasses.marks}>
          <RiskMark level={one.risk_level} />
          <span className={activityClasses.score}>{score(one.score, i18n.language)}</span>
          <span>{t(`action.${one.recommended_action}`)}</span>
          {one.label === null ? null : <LabelMark isFraud={one.label.is_fraud} />}
        </span>
        <h2>
          {one.amount === null ? signalWords(one.event_type) : money(one.amount, one.currency, i18n.language)}{' '}
          <bdi className={activityClasses.id}>{one.transaction_id}</bdi>
        </h2>
      </div>
      {writes ? (
        <div className={activityClasses.actions}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={one.label?.is_fraud === true}
            onClick={() => setAsked(true)}
          >
            {t('transactions.mark.fraud')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={one.label?.is_fraud === false}
            onClick={() => setAsked(false)}
          >
            {t('transactions.mark.genuine')}
          </Button>
        </div>
      ) : null}
      <Facts one={one} />
      {sides === null ? null : <Between sides={sides} />}
      <section className={activityClasses.section}>
        <div className={activityClasses.sectionHead}>
          <h3>{t('transactions.why')}</h3>
          {makesRules ? (
            <span className={activityClasses.sectionEnd}>
              <MakeRule transactionId={one.transaction_id} className={activityClasses.link} />
            </span>
          ) : null}
        </div>
        <Assessed one={one} />
      </section>
      {one.label === null ? null : (
        <section className={activityClasses.section}>
          <h3>{t('transactions.finding')}</h3>
          <p className={activityClasses.plain}>
            <LabelMark isFraud={one.label.is_fraud} /> {t(`transactions.foundBy.${one.label.by}`)}{' '}
            <Timestamp at={one.label.known_at} />
          </p>
        </section>
      )}
      {one.metadata === null || Object.keys(one.metadata).length === 0 ? null : <Metadata metadata={one.metadata} />}
      {asked === null ? null : (
        <LabelDialog ids={[one.transaction_id]} isFraud={asked} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

/** Everything that is known of one activity, beside the list; Escape gives the keys back to the list. */
export const TransactionPane = ({ id, role }: { readonly id: string; readonly role: Role }) => {
  const { t } = useTranslation()
  const rested = useRested(id)
  const one = useTransaction(rested)
  return (
    <aside
      id={transactionPaneId}
      tabIndex={0}
      className={activityClasses.pane}
      aria-label={t('transactions.pane')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        document.getElementById('transactions-grid')?.focus()
      }}
    >
      {one.data !== undefined && one.data.transaction_id === id ? (
        <Details key={id} one={one.data} role={role} />
      ) : one.error === null || rested !== id ? (
        <LoadingRows rows={9} height={36} />
      ) : (
        <PaneError
          error={one.error}
          onRetry={() => void one.refetch()}
          gone={t('transactions.gone', { id })}
          listId="transactions-grid"
        />
      )}
    </aside>
  )
}
