import { ActionIcon, Textarea } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  narrativeQuestions,
  sentenceMax,
  type NarrativeQuestion,
  type NarrativeSentence,
} from '../../../../shared/schema/reports.ts'
import type { SourceNames } from '../../../data/queries/reportSources.ts'
import classes from '../reports.module.css'
import { fieldId } from './context.ts'
import { SentenceSources } from './SentenceSources.tsx'

/** A sentence that answers a question, or that does so no longer. */
const answering = (sentence: NarrativeSentence, question: NarrativeQuestion): NarrativeSentence => ({
  ...sentence,
  answers: sentence.answers.includes(question)
    ? sentence.answers.filter((one) => one !== question)
    : [...sentence.answers, question],
})

const Questions = ({
  sentence,
  readOnly,
  onChange,
}: {
  readonly sentence: NarrativeSentence
  readonly readOnly: boolean
  readonly onChange: (sentence: NarrativeSentence) => void
}) => {
  const { t } = useTranslation()
  return (
    <span className={classes.questions} role="group" aria-label={t('reports.answers')}>
      {narrativeQuestions.map((question, index) => (
        <button
          key={question}
          type="button"
          disabled={readOnly}
          aria-pressed={sentence.answers.includes(question)}
          onClick={() => onChange(answering(sentence, question))}
          aria-keyshortcuts={`Alt+${index + 1}`}
        >
          {t(`reports.question.${question}`)}
        </button>
      ))}
    </span>
  )
}

/**
 * What is done to the sentence at a place; the same object at every drawing, so that a key draws one sentence and not
 * all of them.
 */
export interface SentenceActs {
  readonly change: (index: number, sentence: NarrativeSentence) => void
  readonly move: (index: number, by: 1 | -1) => void
  readonly remove: (index: number) => void
  readonly addBelow: (index: number) => void
}

type Props = {
  readonly reportId: string
  readonly caseId: number
  readonly names: SourceNames
  readonly sentence: NarrativeSentence
  readonly index: number
  readonly readOnly: boolean
  /** What is wrong with its words. */
  readonly fault: string | undefined
  readonly acts: SentenceActs
}

/** A sentence of a narrative with its sources, the questions that it answers, and whose words it is. */
export const Sentence = memo(({ reportId, caseId, names, sentence, index, readOnly, fault, acts }: Props) => {
  const { t } = useTranslation()
  const change = (next: NarrativeSentence): void => acts.change(index, next)
  const isDrafted = sentence.origin === 'drafted'
  const Icon = isDrafted ? IconShieldCheck : IconPencil
  return (
    <li className={classes.sentence} data-origin={sentence.origin}>
      <Textarea
        id={fieldId(`narrative.${index}.text`)}
        aria-label={t('reports.sentence', { number: index + 1 })}
        value={sentence.text}
        // What a person changes is no draft any more; the service holds to the same.
        onChange={(event) => change({ ...sentence, text: event.currentTarget.value, origin: 'written' })}
        onKeyDown={(event) => {
          // By the place of the key: with Alt some keyboards write other signs.
          const question =
            event.altKey && event.code.startsWith('Digit')
              ? narrativeQuestions[Number(event.code.slice(5)) - 1]
              : undefined
          if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
            event.preventDefault()
            acts.move(index, event.key === 'ArrowUp' ? -1 : 1)
          } else if (question !== undefined && !readOnly) {
            event.preventDefault()
            change(answering(sentence, question))
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            acts.addBelow(index)
          }
        }}
        readOnly={readOnly}
        rows={1}
        classNames={{ input: classes.words }}
        maxLength={sentenceMax}
        dir="auto"
        error={fault}
      />
      <div className={classes.sentenceFoot}>
        <span className={classes.origin} data-origin={sentence.origin}>
          <Icon size={13} aria-hidden /> {t(`reports.origin.${sentence.origin}`)}
        </span>
        <SentenceSources
          reportId={reportId}
          caseId={caseId}
          names={names}
          sentence={sentence}
          readOnly={readOnly}
          onChange={(sources) => change({ ...sentence, sources, origin: 'written' })}
        />
        <Questions sentence={sentence} readOnly={readOnly} onChange={change} />
      </div>
      {readOnly ? null : (
        <span className={classes.sentenceTools}>
          <ActionIcon
            size={22}
            aria-label={t('reports.move.up', { number: index + 1 })}
            onClick={() => acts.move(index, -1)}
          >
            <IconArrowUp size={13} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={22}
            aria-label={t('reports.move.down', { number: index + 1 })}
            onClick={() => acts.move(index, 1)}
          >
            <IconArrowDown size={13} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={22}
            aria-label={t('reports.removeRow', { row: t('reports.sentence', { number: index + 1 }) })}
            onClick={() => acts.remove(index)}
          >
            <IconTrash size={13} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  )
})
