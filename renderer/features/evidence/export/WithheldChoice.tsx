import { Checkbox, TextInput } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { useWithheldNames } from '../../../ui/WithheldName.tsx'
import { matching, withheldIn, type WithheldValue } from '../model/withheld.ts'
import classes from './export.module.css'
import { useWholeTimeline } from './useWithheld.ts'

type Props = {
  readonly caseId: number
  readonly except: ReadonlySet<string>
  readonly onExcept: (except: ReadonlySet<string>) => void
}

const rowHeight = 30

const List = ({
  values,
  except,
  onToggle,
}: {
  readonly values: readonly WithheldValue[]
  readonly except: ReadonlySet<string>
  readonly onToggle: (digest: string) => void
}) => {
  const { t } = useTranslation()
  const nameOf = useWithheldNames()
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: values.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  return (
    <div ref={frame} className={classes.values} role="group" aria-label={t('evidence.export.leaveOut')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((row) => {
          const value = values[row.index]
          if (value === undefined) return null
          return (
            <label
              key={value.digest}
              className={classes.value}
              data-out={except.has(value.digest) || undefined}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <Checkbox checked={except.has(value.digest)} onChange={() => onToggle(value.digest)} />
              <span className={classes.valueName}>{nameOf(value.name)}</span>
              <span className={classes.valueText} dir="auto" title={value.text}>
                {value.text}
              </span>
              <span className={classes.valueEntry}>{t('case.timeline.position', { number: value.place + 1 })}</span>
            </label>
          )
        })}
      </div>
    </div>
  )
}

/** Chooses the withheld values that the recipient must not see, from the whole timeline. */
export const WithheldChoice = ({ caseId, except, onExcept }: Props) => {
  const { t } = useTranslation()
  const nameOf = useWithheldNames()
  const [typed, setTyped] = useState('')
  const timeline = useWholeTimeline(caseId, true)
  const all = useMemo(() => withheldIn(timeline.data ?? []), [timeline.data])
  const shown = useMemo(() => matching(all, typed, nameOf), [all, typed, nameOf])
  const toggle = (digest: string): void => {
    const next = new Set(except)
    if (!next.delete(digest)) next.add(digest)
    onExcept(next)
  }
  const everyShown = shown.length > 0 && shown.every(({ digest }) => except.has(digest))
  const toggleShown = (): void => {
    const next = new Set(except)
    for (const { digest } of shown) {
      if (everyShown) next.delete(digest)
      else next.add(digest)
    }
    onExcept(next)
  }
  if (timeline.error !== null)
    return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} compact />
  if (timeline.data === undefined) return <LoadingRows rows={4} height={rowHeight} />
  return (
    <div>
      <div className={classes.valuesHead}>
        <Checkbox
          checked={everyShown}
          indeterminate={!everyShown && shown.some(({ digest }) => except.has(digest))}
          onChange={toggleShown}
          disabled={shown.length === 0}
          label={t('evidence.export.leaveOutCount', { count: except.size, total: all.length })}
        />
        <TextInput
          aria-label={t('evidence.export.findValue')}
          placeholder={t('evidence.export.findValue')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          dir="auto"
        />
      </div>
      {shown.length === 0 ? (
        <p className={classes.noValue}>
          {t(all.length === 0 ? 'evidence.export.noValue' : 'evidence.export.noValueFound')}
        </p>
      ) : (
        <List values={shown} except={except} onToggle={toggle} />
      )}
    </div>
  )
}
