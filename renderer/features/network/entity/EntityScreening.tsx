import { useTranslation } from 'react-i18next'
import { screenedKinds, type ScreenedRef, type ScreeningHit } from '../../../../shared/schema/screening.ts'
import type { EntityRef, NodePage } from '../../../../shared/schema/network.ts'
import { isRefusal } from '../../../data/errors.ts'
import { useScreenedSubjects, useScreeningStatus } from '../../../data/queries/screening.ts'
import { detectionHref } from '../../../state/route.ts'
import { score } from '../../../ui/charts/format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './entity.module.css'
import { Table } from './Table.tsx'

/** Members of a merged entity that are asked for. */
const membersMost = 20

const subjectOf = ({ kind, id }: EntityRef): ScreenedRef | null => {
  const known = screenedKinds.find((one) => one === kind)
  return known === undefined ? null : { kind: known, id }
}

const Hit = ({ hit }: { readonly hit: ScreeningHit }) => {
  const { t, i18n } = useTranslation()
  const list = useScreeningStatus().data?.lists.find(({ key }) => key === hit.list)
  const { disposition } = hit
  return (
    <tr>
      <td dir="auto">
        <a href={detectionHref('screening', hit.id, { state: hit.state })}>{hit.listed_name}</a>
      </td>
      <td>
        <bdi>{hit.list_title}</bdi>
        {list === undefined
          ? null
          : ` · ${t('screening.lists.age', { count: list.age_days })}${list.age_state === 'current' ? '' : ` · ${t(`screening.lists.${list.age_state}`)}`}`}
      </td>
      <td className={classes.end}>{score(hit.score, i18n.language)}</td>
      <td className={classes.wide}>
        {t(`screening.state.${hit.state}`)}
        {disposition === null ? null : (
          <span className="fs-muted" dir="auto">
            {' '}
            · {disposition.by}, <Timestamp at={disposition.at} />
            {disposition.reason === null ? '' : `: ${disposition.reason}`}
          </span>
        )}
      </td>
    </tr>
  )
}

/** Whom of the lists the entity fits, what was said of it, and how old the lists are; each hit leads to the desk. */
export const EntityScreening = ({ page }: { readonly page: NodePage }) => {
  const { t } = useTranslation()
  const subjects = [page.node, ...page.node.members].map(subjectOf).filter((ref) => ref !== null)
  const asked = [...new Map(subjects.map((ref) => [`${ref.kind}:${ref.id}`, ref])).values()].slice(0, membersMost)
  const read = useScreenedSubjects(asked)
  const status = useScreeningStatus().data
  if (asked.length === 0) return null
  const failed = read.find(({ error }) => error !== null && !isRefusal(error, 'not_found'))
  const known = read.flatMap(({ data }) => data ?? [])
  const hits = known.flatMap((one) => one.hits)
  const isReading = read.some(({ isPending }) => isPending)
  const words = (): string | null => {
    if (isReading) return t('entityPage.screening.reading')
    if (known.length === 0) return t('entityPage.screening.unknown')
    if (hits.length > 0) return null
    return t(status?.status === 'no_lists' ? 'entityPage.screening.noLists' : 'entityPage.screening.clear')
  }
  if (failed !== undefined) {
    return (
      <section className={classes.block}>
        <h2>{t('entityPage.screening.title')}</h2>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} compact />
      </section>
    )
  }
  return (
    <Table
      title={t('entityPage.screening.title')}
      heads={[
        { text: t('screening.column.listed') },
        { text: t('screening.column.list') },
        { text: t('screening.column.score'), end: true },
        { text: t('screening.column.state') },
      ]}
      empty={words()}
    >
      {hits.map((hit) => (
        <Hit key={hit.id} hit={hit} />
      ))}
    </Table>
  )
}
