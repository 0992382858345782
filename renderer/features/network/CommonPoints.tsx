import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommonPoint } from '../../../shared/schema/network.ts'
import { useCommonPoints } from '../../data/queries/network.ts'
import { percent } from '../../ui/charts/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { keyOf } from './model/kinds.ts'
import { PointDetail } from './PointDetail.tsx'
import classes from './points.module.css'

const Row = ({ point, onFound }: { readonly point: CommonPoint; readonly onFound: (key: string) => void }) => {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={14} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
        <span className="fs-muted">{t(`network.points.kind.${point.entity.kind as 'terminal'}`)}</span>
        <bdi className={classes.name} title={point.entity.id}>
          {point.label}
        </bdi>
        <span>
          {point.found_by === 'frauds_there'
            ? t('network.points.frauds', {
                count: point.payments,
                frauds: number(point.frauds),
                text: number(point.payments),
              })
            : t('network.points.misused', {
                count: point.visitors,
                misused: number(point.misused),
                text: number(point.visitors),
              })}
        </span>
        <strong className={classes.end}>{percent(point.share, i18n.language, 0)}</strong>
        <span className={classes.expected}>
          {t('network.points.expected', { share: percent(point.expected, i18n.language, 2) })}
        </span>
      </button>
      <div id={id} className={classes.detail} hidden={!isOpen}>
        {isOpen ? <PointDetail point={point} onFound={onFound} /> : null}
      </div>
    </li>
  )
}

/** The common points of compromise, the least likely by chance first; each opens into the payments that explain it. */
export const CommonPoints = ({ onFound }: { readonly onFound: (key: string) => void }) => {
  const { t } = useTranslation()
  const [size, setSize] = useState(8)
  const points = useCommonPoints(size + 1)
  const headingId = useId()
  const shown = points.data?.slice(0, size)
  return (
    <section className={classes.points} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('network.points.title')}</h2>
      <p>{t('network.points.hint')}</p>
      {shown === undefined ? (
        points.error === null ? (
          <LoadingRows rows={3} height={32} />
        ) : (
          <ErrorState error={points.error} onRetry={() => void points.refetch()} compact />
        )
      ) : shown.length === 0 ? (
        <p>{t('network.points.none')}</p>
      ) : (
        <ul className={classes.list} aria-labelledby={headingId}>
          {shown.map((point) => (
            <Row key={`${point.found_by} ${keyOf(point.entity)}`} point={point} onFound={onFound} />
          ))}
        </ul>
      )}
      {(points.data?.length ?? 0) > size ? (
        <Button variant="default" size="compact-sm" onClick={() => setSize(Math.min(199, size * 4))}>
          {t('network.points.more')}
        </Button>
      ) : null}
    </section>
  )
}
