import { ActionIcon, Button, Tabs } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconEraser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { saveJson } from '../../../ui/saveFile.ts'
import { useEntry, type EntryAnswer } from '../data/useEntry.ts'
import { useTimeline } from '../data/useTimeline.ts'
import { isErasable } from '../model/timelineKinds.ts'
import { pageOfPlace } from '../model/timelinePages.ts'
import { EnvelopeTab, PayloadTab } from './EnvelopeTab.tsx'
import { HandTab } from './HandTab.tsx'
import { ProofTab } from './ProofTab.tsx'
import { SummaryTab } from './SummaryTab.tsx'
import classes from './entry.module.css'

type Props = {
  readonly file: CaseFull
  readonly entryId: string
  readonly onClose: () => void
  readonly onShow: (entryId: string) => void
  readonly onErase?: (entry: TimelineEntry) => void
}

/** The entries beside one in the timeline, for stepping through what was sealed. */
const Steps = ({
  file,
  place,
  onShow,
}: {
  readonly file: CaseFull
  readonly place: number
  readonly onShow: (entryId: string) => void
}) => {
  const { t } = useTranslation()
  const around = [place - 1, place + 1].filter((one) => one >= 0 && one < file.seal.entries)
  const timeline = useTimeline(file.id, [...new Set(around.map(pageOfPlace))])
  const button = (at: number, label: string, Icon: typeof IconChevronLeft) => {
    const entry = at < 0 ? undefined : timeline.at(at)
    return (
      <ActionIcon
        size={24}
        disabled={entry === undefined}
        onClick={() => entry !== undefined && onShow(entry.entry_id)}
        aria-label={label}
        title={label}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <>
      {button(place - 1, t('case.entry.older'), IconChevronLeft)}
      {button(place + 1, t('case.entry.newer'), IconChevronRight)}
    </>
  )
}

const Body = ({ answer, caseNumber }: { readonly answer: EntryAnswer; readonly caseNumber: string }) => {
  const { t } = useTranslation()
  const detail = answer.data
  return (
    <Tabs defaultValue="summary" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="summary">{t('case.entry.tabs.summary')}</Tabs.Tab>
        <Tabs.Tab value="payload">{t('case.entry.tabs.payload')}</Tabs.Tab>
        <Tabs.Tab value="envelope">{t('case.entry.tabs.envelope')}</Tabs.Tab>
        <Tabs.Tab value="proof">{t('case.entry.tabs.proof')}</Tabs.Tab>
        <Tabs.Tab value="hand">{t('case.entry.tabs.hand')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="summary" className={classes.panel}>
        <SummaryTab detail={detail} />
      </Tabs.Panel>
      <Tabs.Panel value="payload" className={classes.panel}>
        <PayloadTab detail={detail} />
      </Tabs.Panel>
      <Tabs.Panel value="envelope" className={classes.panel}>
        <EnvelopeTab detail={detail} caseNumber={caseNumber} />
      </Tabs.Panel>
      <Tabs.Panel value="proof" className={classes.panel}>
        <ProofTab detail={detail} caseNumber={caseNumber} />
      </Tabs.Panel>
      <Tabs.Panel value="hand" className={classes.panel}>
        <HandTab onDownload={() => saveJson('entry.json', answer)} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Everything about one sealed entry: what it says, the bytes, the proof, and how to check it without us. */
export const EntryDrawer = ({ file, entryId, onClose, onShow, onErase }: Props) => {
  const { t } = useTranslation()
  const query = useEntry(file.id, entryId)
  const entry = query.data?.data.entry
  return (
    <Dialog
      onClose={onClose}
      beside
      size={680}
      title={entry === undefined ? t('case.entry.loading') : t('case.entry.title', { number: entry.place + 1 })}
    >
      {entry === undefined || query.data === undefined ? null : (
        <div className={classes.tools}>
          <Steps file={file} place={entry.place} onShow={onShow} />
          <span className={classes.grow} />
          <CopyButton value={window.location.href} label={t('case.entry.copyLink')} size={26} />
          {onErase !== undefined && isErasable(entry) ? (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconEraser size={14} aria-hidden />}
              onClick={() => {
                onClose()
                onErase(entry)
              }}
            >
              {t('case.entry.erase')}
            </Button>
          ) : null}
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveJson('entry.json', query.data)}
          >
            {t('case.entry.download')}
          </Button>
        </div>
      )}
      {query.error === null ? null : <ErrorState error={query.error} onRetry={() => void query.refetch()} compact />}
      {query.isPending ? <LoadingRows rows={8} /> : null}
      {query.data === undefined ? null : <Body key={entryId} answer={query.data} caseNumber={file.case_number} />}
    </Dialog>
  )
}
