import { Button, CopyButton } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { allHandChecks, handChecks } from '../model/handChecks.ts'
import { CodeBlock } from './CodeBlock.tsx'
import classes from './entry.module.css'

/** How to check the entry without Fieldseal. */
export const HandTab = ({ onDownload }: { readonly onDownload: () => void }) => {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.hint}>{t('case.entry.hand.intro')}</p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={onDownload}
        >
          {t('case.entry.download')}
        </Button>
        <CopyButton value={allHandChecks}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" leftSection={<IconCopy size={14} aria-hidden />} onClick={copy}>
              {copied ? t('common.copied') : t('case.entry.copyAll')}
            </Button>
          )}
        </CopyButton>
      </div>
      <ol className={classes.steps}>
        {handChecks.map((step) => (
          <li key={step.id}>
            <h3>{t(`case.entry.hand.${step.id}`)}</h3>
            <CodeBlock text={step.commands} label={t(`case.entry.hand.${step.id}`)} />
          </li>
        ))}
      </ol>
    </>
  )
}
