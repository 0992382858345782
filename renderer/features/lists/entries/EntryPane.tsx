import { useTranslation } from 'react-i18next'
import type { EntryOver, ShownEntry } from '../../../../shared/schema/lists.ts'
import { useListedEntry } from '../../../data/queries/lists.ts'
import { detectionHref } from '../../../state/route.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { HeadedTable } from '../../../ui/HeadedTable.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { fieldTexts } from '../entry-words.ts'
import classes from '../lists.module.css'
import { scriptsOf } from './scripts.ts'

/** The element that Enter in the results goes to. */
export const entryPaneId = 'listed-entry'

const factFields = ['dates', 'birth_places', 'countries', 'positions', 'addresses', 'programmes', 'listed_on'] as const

const Names = ({ entry }: { readonly entry: ShownEntry }) => {
  const { t } = useTranslation()
  return (
    <HeadedTable
      className={classes.sheet}
      label={t('listEntries.names')}
      heads={(['name', 'script', 'kindOfName'] as const).map((column) => ({ text: t(`listEntries.${column}`) }))}
    >
      {entry.names.map(({ text, type }, place) => (
        <tr key={place}>
          <td dir="auto">{text}</td>
          <td>{scriptsOf(text).join(', ')}</td>
          <td>{t(`listEntries.nameType.${type}`)}</td>
        </tr>
      ))}
    </HeadedTable>
  )
}

const Identifiers = ({ entry }: { readonly entry: ShownEntry }) => {
  const { t } = useTranslation()
  if (entry.identifiers.length === 0) return null
  return (
    <section>
      <h4>{t('listEntries.identifiers')}</h4>
      <HeadedTable
        className={classes.sheet}
        label={t('listEntries.identifiers')}
        heads={(['type', 'value', 'country'] as const).map((column) => ({ text: t(`listEntries.${column}`) }))}
      >
        {entry.identifiers.map(({ type, value, country }, place) => (
          <tr key={place}>
            <td dir="auto">{type}</td>
            <td className="fs-mono">{value}</td>
            <td>{country}</td>
          </tr>
        ))}
      </HeadedTable>
    </section>
  )
}

const Facts = ({ entry }: { readonly entry: ShownEntry }) => {
  const { t } = useTranslation()
  const known = factFields
    .map((field) => ({ field, texts: [...new Set(fieldTexts(entry, field))] }))
    .filter(({ texts }) => texts.length > 0)
  return (
    <dl className={classes.facts}>
      {entry.gender === null ? null : (
        <>
          <dt>{t('lists.field.gender')}</dt>
          <dd>{t(`listEntries.gender.${entry.gender}`)}</dd>
        </>
      )}
      {known.map(({ field, texts }) => (
        <div key={field} className={classes.factRow}>
          <dt>{t(`lists.field.${field}`)}</dt>
          <dd>
            {texts.map((text) => (
              <div key={text} dir="auto">
                {text}
              </div>
            ))}
          </dd>
        </div>
      ))}
      {entry.remarks === null ? null : (
        <>
          <dt>{t('lists.field.remarks')}</dt>
          <dd dir="auto">{entry.remarks}</dd>
        </>
      )}
    </dl>
  )
}

const isField = (
  field: string,
): field is keyof ShownEntry &
  ('kind' | 'names' | 'gender' | 'identifiers' | 'remarks' | (typeof factFields)[number]) =>
  ['kind', 'names', 'gender', 'identifiers', 'remarks', ...factFields].includes(field)

const History = ({ over: { history, since } }: { readonly over: EntryOver }) => {
  const { t } = useTranslation()
  return (
    <section>
      <h4>{t('listEntries.history')}</h4>
      {since === null ? null : (
        <p className={classes.plain}>
          {t(since.earliest_kept ? 'listEntries.sinceEarlier' : 'listEntries.since', { version: since.version })}{' '}
          <Timestamp at={since.imported_at} />
        </p>
      )}
      <ul className={classes.changes}>
        {history.map(({ version, imported_at: at, change, fields }) => (
          <li key={version}>
            {t('listEntries.historyLine', { version, change: t(`listEntries.change.${change}`) })} ·{' '}
            <Timestamp at={at} />
            {fields.length === 0
              ? ''
              : ` · ${t('listEntries.fields', {
                  fields: fields
                    .filter(isField)
                    .map((field) => t(`lists.field.${field}`).toLowerCase())
                    .join(', '),
                })}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Content = ({
  listKey,
  version,
  id,
}: {
  readonly listKey: string
  readonly version: number
  readonly id: string
}) => {
  const { t } = useTranslation()
  const read = useListedEntry(listKey, version, id)
  if (read.data === undefined)
    return read.error === null ? (
      <LoadingRows rows={8} height={26} />
    ) : (
      <ErrorState error={read.error} onRetry={() => void read.refetch()} compact />
    )
  const { entry } = read.data
  return (
    <>
      {entry === null ? (
        <p className={classes.plain}>{t('listEntries.gone', { version })}</p>
      ) : (
        <>
          <p className={classes.entryKind}>
            {t(`listEntries.kind.${entry.kind}`)} · <bdi className="fs-mono">{entry.id}</bdi>
          </p>
          <h3 dir="auto">{entry.names[0]?.text}</h3>
          <p className={classes.plain}>
            <a
              href={detectionHref('screening', null, { list: listKey, q: (entry.names[0]?.text ?? '').slice(0, 200) })}
            >
              {t('listEntries.hits')}
            </a>
          </p>
          <section>
            <h4>{t('listEntries.names')}</h4>
            <Names entry={entry} />
          </section>
          <Identifiers entry={entry} />
          <section>
            <h4>{t('listEntries.facts')}</h4>
            <Facts entry={entry} />
          </section>
        </>
      )}
      <History over={read.data} />
    </>
  )
}

/** All that a version of a list tells of one entry, and since when. */
export const EntryPane = ({
  listKey,
  version,
  id,
}: {
  readonly listKey: string
  readonly version: number
  readonly id: string | null
}) => {
  const { t } = useTranslation()
  return (
    <aside id={entryPaneId} tabIndex={0} className={classes.entryPane} aria-label={t('listEntries.pane')}>
      {id === null ? (
        <p className="fs-muted">{t('listEntries.choose')}</p>
      ) : (
        <Content key={id} listKey={listKey} version={version} id={id} />
      )}
    </aside>
  )
}
