import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAcquisitions } from '../../../data/queries/evidence.ts'
import { recallInWindow, rememberInWindow } from '../../../state/windowMemory.ts'
import { useBatches, useUploader } from '../upload/Uploads.tsx'
import { hasEnded, worksOf, type Work } from '../model/work.ts'
import type { Batch } from '../upload/uploader.ts'
import { AcquisitionLine } from './AcquisitionLine.tsx'
import { BatchLine } from './BatchLine.tsx'
import classes from './progress.module.css'

type Props = { readonly caseId: number; readonly writes: boolean; readonly onShow: (piece: number) => void }

const stateOf = (work: Work<Batch>): string => (work.kind === 'batch' ? work.batch.state : work.acquisition.state)

/** What is being acquired into this case, and what ended until it is put away; absent while there is nothing. */
export const AcquisitionsPanel = ({ caseId, writes, onShow }: Props) => {
  const { t } = useTranslation()
  const uploader = useUploader()
  const works = worksOf(caseId, useAcquisitions().data ?? [], useBatches())
  const memory = `acquisitions-hidden:${caseId}`
  const [hiddenHere, setHidden] = useState({ memory, ids: recallInWindow(memory) })
  const hidden = new Set((hiddenHere.memory === memory ? hiddenHere.ids : recallInWindow(memory)).split(' '))
  const shown = works.filter((work) => !hidden.has(work.id) || !hasEnded(stateOf(work)))
  if (shown.length === 0) return null
  const over = shown.filter((work) => hasEnded(stateOf(work)))
  const hide = (): void => {
    for (const work of over) if (work.kind === 'batch') uploader.forget(work.id)
    const ids = [...hidden, ...over.map(({ id }) => id)].join(' ').trim()
    rememberInWindow(memory, ids)
    setHidden({ memory, ids })
  }
  return (
    <section className={classes.panel} aria-label={t('evidence.progress.title')}>
      <ul className={classes.lines}>
        {shown.map((work) => (
          <li key={work.id}>
            {work.kind === 'batch' ? (
              <BatchLine batch={work.batch} duplicates={work.duplicates} writes={writes} />
            ) : (
              <AcquisitionLine
                acquisition={work.acquisition}
                orphan={work.kind === 'orphan'}
                writes={writes}
                onShow={onShow}
              />
            )}
          </li>
        ))}
      </ul>
      {over.length === 0 ? null : (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={hide} className={classes.hide}>
          {t('evidence.progress.hide', { count: over.length })}
        </Button>
      )}
    </section>
  )
}
