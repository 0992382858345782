import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RuleVocabulary } from '../../../shared/schema/rules.ts'
import { useAddRule } from '../../data/queries/rules.ts'
import { useDraft } from '../../state/drafts.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DryRunPanel } from './DryRunPanel.tsx'
import { contentOf, emptyForm, ruleFormIn } from './form.ts'
import { RuleFields } from './RuleFields.tsx'
import classes from './rules.module.css'

/** A rule that is being written for the first time; saved, it is a draft, which changes nothing yet. */
export const NewRule = ({ vocabulary, onDone }: { readonly vocabulary: RuleVocabulary; readonly onDone: (key: string) => void }) => {
  const { t } = useTranslation()
  const [text, setText, clearText] = useDraft('rule-new', null)
  const form = ruleFormIn(text) ?? emptyForm
  const write = useAddRule()
  const content = contentOf(form)
  const save = (): void => {
    if (content === null) return
    write.mutate(content, {
      onSuccess: ({ data }) => {
        clearText()
        onDone(data.key)
      },
    })
  }
  return (
    <article>
      <h2 className={classes.title}>{t('rules.new')}</h2>
      <RuleFields form={form} vocabulary={vocabulary} disabled={false} isNew onChange={(next) => setText(JSON.stringify(next))} />
      {write.error === null ? null : <ErrorState error={write.error} compact />}
      <div className={classes.actions}>
        <Button size="compact-sm" disabled={content === null} loading={write.isPending} onClick={save}>
          {t('rules.saveDraft')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={text === ''} onClick={clearText}>
          {t('rules.discard')}
        </Button>
      </div>
      <DryRunPanel content={content} />
    </article>
  )
}
