import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile, saveJson } from '../../../ui/saveFile.ts'
import type { EntryDetail } from '../data/useEntry.ts'
import { CodeBlock } from './CodeBlock.tsx'
import classes from './entry.module.css'

/** What was signed, as it reads. */
export const PayloadTab = ({ detail }: { readonly detail: EntryDetail }) => {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.hint}>{t('case.entry.payloadHint')}</p>
      <CodeBlock text={JSON.stringify(detail.payload, null, 2)} label={t('case.entry.tabs.payload')} />
    </>
  )
}

/** The exact signed bytes, their signature, and the key. */
export const EnvelopeTab = ({ detail, caseNumber }: { readonly detail: EntryDetail; readonly caseNumber: string }) => {
  const { t } = useTranslation()
  const name = `${caseNumber}-${detail.entry.place + 1}`
  return (
    <>
      <div className={classes.sectionHead}>
        <p className={classes.hint}>{t('case.entry.envelopeHint')}</p>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveJson(`${name}.dsse.json`, detail.envelope)}
        >
          {t('case.entry.downloadEnvelope')}
        </Button>
      </div>
      <CodeBlock text={JSON.stringify(detail.envelope, null, 2)} label={t('case.entry.tabs.envelope')} />
      <div className={classes.sectionHead}>
        <h3>{t('case.entry.publicKey')}</h3>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile('device.pem', detail.public_key_pem, 'application/x-pem-file')}
        >
          {t('case.entry.downloadKey')}
        </Button>
      </div>
      <CodeBlock text={detail.public_key_pem.trimEnd()} label={t('case.entry.publicKey')} />
    </>
  )
}
