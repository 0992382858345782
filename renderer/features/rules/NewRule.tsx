import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleVocabulary } from '../../../shared/schema/rules.ts'
import { useAddRule } from '../../data/queries/rules.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DryRunPanel } from './DryRunPanel.tsx'
import { contentOf, emptyForm } from './form.ts'
import { RuleFields } from './RuleFields.tsx'
import classes from './rules.module.css'

/** A rule that is being written for the first time; saved, it is a draft, which changes nothing yet. */
export const NewRule = ({ vocabulary, onDone }: { readonly vocabulary: RuleVocabulary; readonly onDone: (key: string) => void }) => {
  const { t } = useTranslation()
  const [form, setForm] = useState(emptyForm)
  const write = useAddRule()
  const content = contentOf(form)
  return (
    <article>
      <h2 className={classes.title}>{t('rules.new')}</h2>
      <RuleFields form={form} vocabulary={vocabulary} disabled={false} isNew onChange={setForm} />
      {write.error === null ? null : <ErrorState error={write.error} compact />}
      <div className={classes.actions}>
        <Button size="compact-sm" disabled={content === null} loading={write.isPending} onClick={() => (content === null ? undefined : write.mutate(content, { onSuccess: ({ data }) => onDone(data.key) }))}>
          {t('rules.saveDraft')}
        </Button>
      </div>
      <DryRunPanel content={content} />
    </article>
  )
}
