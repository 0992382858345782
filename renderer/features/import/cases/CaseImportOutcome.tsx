import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportJob } from '../../../../shared/api/workspace.ts'
import { hrefOf } from '../../../state/route.ts'
import { ImportOutcome } from '../ImportOutcome.tsx'
import { caseCalls } from './caseCalls.ts'

type Props = {
  readonly job: ImportJob
  readonly source: string
  readonly onAnother?: () => void
  readonly faded?: boolean
}

/** What came of an import of cases, or what a check says would come. */
export const CaseImportOutcome = ({ job, source, onAnother, faded = false }: Props) => {
  const { t } = useTranslation()
  const words = {
    created: t('import.counts.created'),
    wouldCreate: t('import.counts.wouldCreate'),
    alreadyThere: t('import.counts.already_there_hint'),
    duplicates: t('import.counts.duplicates_hint'),
    stopped: t('import.run.stopped'),
    failed: t('import.run.failedHint'),
  }
  const ways = (
    <Button component="a" href={hrefOf({ name: 'queue', query: { sort: '-updated' } })} title={source}>
      {t('import.result.openCases')}
    </Button>
  )
  return (
    <ImportOutcome
      job={job}
      words={words}
      rejects={caseCalls.rejects(job.id)}
      ways={ways}
      onAnother={onAnother}
      faded={faded}
    />
  )
}
