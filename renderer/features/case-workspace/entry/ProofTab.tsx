import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../ui/saveFile.ts'
import type { EntryDetail } from '../data/useEntry.ts'
import { CodeBlock } from './CodeBlock.tsx'
import classes from './entry.module.css'

/** That the entry stands under the signed checkpoint. */
export const ProofTab = ({ detail, caseNumber }: { readonly detail: EntryDetail; readonly caseNumber: string }) => {
  const { t } = useTranslation()
  const proof = detail.inclusion_proof
  return (
    <>
      <div className={classes.sectionHead}>
        <h3>{t('case.entry.checkpoint')}</h3>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile(`${caseNumber}-checkpoint.txt`, detail.checkpoint, 'text/plain')}
        >
          {t('case.entry.downloadCheckpoint')}
        </Button>
      </div>
      <CodeBlock text={detail.checkpoint.trimEnd()} label={t('case.entry.checkpoint')} />
      <h3 className={classes.heading}>{t('case.entry.inclusion')}</h3>
      <p className={classes.hint}>
        {t('case.entry.inclusionHint', { index: proof.leaf_index, size: proof.tree_size })}
      </p>
      {proof.hashes.length === 0 ? (
        <p>{t('case.entry.noHashes')}</p>
      ) : (
        <CodeBlock text={proof.hashes.join('\n')} label={t('case.entry.inclusion')} />
      )}
    </>
  )
}
