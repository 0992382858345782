import { Tabs } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { useExports } from '../data/useEvidence.ts'
import { EarlierExports } from './EarlierExports.tsx'
import { ExportForm } from './ExportForm.tsx'

type Props = {
  readonly file: CaseFull
  /** Pieces that were selected in the list. */ readonly selected: readonly number[]
  readonly onClose: () => void
}

/** Makes a bundle that anyone can check without us, and keeps those that were made. */
export const ExportDialog = ({ file, selected, onClose }: Props) => {
  const { t } = useTranslation()
  const [tab, setTab] = useState<string | null>('new')
  const earlierTab = useRef<HTMLButtonElement>(null)
  const onStarted = (): void => {
    setTab('earlier')
    // The button that started it goes with the form.
    earlierTab.current?.focus()
  }
  const earlier = useExports(file.id)
  return (
    <Dialog
      onClose={onClose}
      title={t('evidence.export.title', { number: file.case_number })}
      size={640}
      closeOnClickOutside={false}
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="new">{t('evidence.export.new')}</Tabs.Tab>
          <Tabs.Tab value="earlier" ref={earlierTab}>
            {t('evidence.export.earlier', { count: earlier.data?.length ?? 0 })}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="new" pt={12}>
          <ExportForm file={file} selected={selected} onStarted={onStarted} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="earlier" pt={6}>
          <EarlierExports caseId={file.id} exports={earlier} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}
