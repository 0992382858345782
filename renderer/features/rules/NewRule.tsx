import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RuleVocabulary } from '../../../shared/schema/rules.ts'
import { useAddRule } from '../../data/queries/rules.ts'
import { useTransaction } from '../../data/queries/transactions.ts'
import { useDraft } from '../../state/drafts.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DryRunPanel } from './DryRunPanel.tsx'
import { contentOf, emptyRuleForm, formLike, ruleFormIn } from './form.ts'
import { RuleFields } from './RuleFields.tsx'
import classes from './rules.module.css'

/**
 * A rule that is being written for the first time, begun from the transaction that it shall be `like` where there is
 * one; saved, it is a draft, which changes nothing yet.
 */
export const NewRule = ({
  vocabulary,
  like,
  onDone,
}: {
  readonly vocabulary: RuleVocabulary
  readonly like: string | null
  readonly onDone: (key: string) => void
}) => {
  const { t } = useTranslation()
  const [text, setText, clearText] = useDraft('rule-new', null)
  const example = useTransaction(like)
  const begun = ruleFormIn(text)
  const likeIt = example.data === undefined ? null : formLike(example.data)
  const form = begun ?? likeIt ?? emptyRuleForm
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
      {like === null ? null : example.error !== null ? (
        <ErrorState error={example.error} onRetry={() => void example.refetch()} compact />
      ) : begun === null || likeIt === null || begun.logic === likeIt.logic ? (
        <p className={classes.notice}>{t('rules.like', { id: like })}</p>
      ) : (
        <p className={classes.notice}>
          {t('rules.begunBefore')}{' '}
          <Button size="compact-xs" variant="default" onClick={clearText}>
            {t('rules.likeInstead', { id: like })}
          </Button>
        </p>
      )}
      <RuleFields
        form={form}
        vocabulary={vocabulary}
        disabled={false}
        isNew
        onChange={(next) => setText(JSON.stringify(next))}
      />
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
