import { ActionIcon, Button, Menu, Textarea } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconLinkPlus, IconPencil, IconPlus, IconShieldCheck, IconTrash, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { narrativeQuestions, sentenceMax, type NarrativeQuestion, type NarrativeSentence, type NarrativeSource } from '../../../../shared/schema/reports.ts'
import { useSourceEntries } from '../../../data/queries/reports.ts'
import { hrefOf } from '../../../state/route.ts'
import classes from '../reports.module.css'
import { fieldId, useEditing } from './context.ts'
import { movedBy, newKey, valueAt } from './form.ts'
import { ToldOf, Untold } from './Untold.tsx'

type Props = { readonly reportId: string; readonly caseId: number }

const sourceHref = (caseId: number, source: NarrativeSource): string => (source.kind === 'entry' ? hrefOf({ name: 'case', id: caseId, entry: source.id }) : hrefOf({ name: 'evidence', id: caseId, piece: source.id, query: {} }))

const same = (one: NarrativeSource, other: NarrativeSource): boolean => one.kind === other.kind && one.id === other.id

/** Where a sentence comes from; each opens its entry or piece. */
const Sources = ({ sentence, caseId, onChange }: { readonly sentence: NarrativeSentence; readonly caseId: number; readonly onChange: (sources: NarrativeSource[]) => void }) => {
  const { t } = useTranslation()
  const { readOnly } = useEditing()
  const entries = useSourceEntries(caseId).data ?? []
  const numberOf = (id: string): string => {
    const entry = entries.find((one) => one.entry_id === id)
    return entry === undefined ? id.slice(0, 8) : String(entry.position + 1)
  }
  return (
    <>
      {sentence.sources.map((source) => (
        <span key={`${source.kind}${source.id}`} className={classes.source}>
          <a href={sourceHref(caseId, source)}>{source.kind === 'entry' ? t('reports.source.entry', { number: numberOf(source.id) }) : t('reports.source.evidence', { number: source.id })}</a>
          {readOnly ? null : (
            <button type="button" aria-label={t('reports.source.remove')} onClick={() => onChange(sentence.sources.filter((one) => !same(one, source)))}>
              <IconX size={11} aria-hidden />
            </button>
          )}
        </span>
      ))}
      {readOnly ? null : (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="subtle" size="compact-xs" leftSection={<IconLinkPlus size={13} aria-hidden />}>
              {t('reports.source.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.menu}>
            {entries
              .filter(({ entry_id: id, type }) => !type.startsWith('report.') && !sentence.sources.some((source) => source.kind === 'entry' && source.id === id))
              .map((entry) => (
                <Menu.Item key={entry.entry_id} onClick={() => onChange([...sentence.sources, { kind: 'entry', id: entry.entry_id }])}>
                  {t('reports.source.entryOf', { number: entry.position + 1, type: entry.type, day: entry.at.slice(0, 10) })}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

/** A sentence that answers a question, or that does so no longer. */
const answering = (sentence: NarrativeSentence, question: NarrativeQuestion): NarrativeSentence => ({
  ...sentence,
  answers: sentence.answers.includes(question) ? sentence.answers.filter((one) => one !== question) : [...sentence.answers, question],
})

const Questions = ({ sentence, onChange }: { readonly sentence: NarrativeSentence; readonly onChange: (sentence: NarrativeSentence) => void }) => {
  const { t } = useTranslation()
  const { readOnly } = useEditing()
  return (
    <span className={classes.questions} role="group" aria-label={t('reports.answers')}>
      {narrativeQuestions.map((question, index) => (
        <button key={question} type="button" disabled={readOnly} aria-pressed={sentence.answers.includes(question)} onClick={() => onChange(answering(sentence, question))} aria-keyshortcuts={`Alt+${index + 1}`}>
          {t(`reports.question.${question}`)}
        </button>
      ))}
    </span>
  )
}

type RowProps = Props & {
  readonly sentence: NarrativeSentence
  readonly index: number
  readonly onChange: (sentence: NarrativeSentence) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
  readonly onAddBelow: () => void
}

const Sentence = ({ caseId, sentence, index, onChange, onMove, onRemove, onAddBelow }: RowProps) => {
  const { t } = useTranslation()
  const { readOnly, findings } = useEditing()
  const fault = findings.find(({ path }) => path === `narrative.${index}.text`)
  const isDrafted = sentence.origin === 'drafted'
  const Icon = isDrafted ? IconShieldCheck : IconPencil
  return (
    <li className={classes.sentence} data-origin={sentence.origin}>
      <Textarea
        id={fieldId(`narrative.${index}.text`)}
        aria-label={t('reports.sentence', { number: index + 1 })}
        value={sentence.text}
        // What a person changes is no draft any more; the service holds to the same.
        onChange={(event) => onChange({ ...sentence, text: event.currentTarget.value, origin: 'written' })}
        onKeyDown={(event) => {
          // By the place of the key: with Alt some keyboards write other signs.
          const question = event.altKey && event.code.startsWith('Digit') ? narrativeQuestions[Number(event.code.slice(5)) - 1] : undefined
          if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
            event.preventDefault()
            onMove(event.key === 'ArrowUp' ? -1 : 1)
          } else if (question !== undefined && !readOnly) {
            event.preventDefault()
            onChange(answering(sentence, question))
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            onAddBelow()
          }
        }}
        readOnly={readOnly}
        autosize
        minRows={1}
        maxRows={16}
        maxLength={sentenceMax}
        dir="auto"
        error={fault?.message}
      />
      <div className={classes.sentenceFoot}>
        <span className={classes.origin} data-origin={sentence.origin}>
          <Icon size={13} aria-hidden /> {t(`reports.origin.${sentence.origin}`)}
        </span>
        <Sources sentence={sentence} caseId={caseId} onChange={(sources) => onChange({ ...sentence, sources, origin: 'written' })} />
        <Questions sentence={sentence} onChange={onChange} />
        {readOnly ? null : (
          <span className={classes.sentenceTools}>
            <ActionIcon size={22} aria-label={t('reports.move.up', { number: index + 1 })} onClick={() => onMove(-1)}>
              <IconArrowUp size={13} aria-hidden />
            </ActionIcon>
            <ActionIcon size={22} aria-label={t('reports.move.down', { number: index + 1 })} onClick={() => onMove(1)}>
              <IconArrowDown size={13} aria-hidden />
            </ActionIcon>
            <ActionIcon size={22} aria-label={t('reports.removeRow', { row: t('reports.sentence', { number: index + 1 }) })} onClick={onRemove}>
              <IconTrash size={13} aria-hidden />
            </ActionIcon>
          </span>
        )}
      </div>
    </li>
  )
}

/** The narrative, sentence by sentence: each with its source, the questions that it answers, and whose words it is. */
export const Narrative = ({ reportId, caseId }: Props) => {
  const { t } = useTranslation()
  const { form, set, readOnly } = useEditing()
  const found = valueAt(form, 'narrative')
  const sentences = (Array.isArray(found) ? found : []) as readonly NarrativeSentence[]
  const write = (next: readonly NarrativeSentence[]): void => set('narrative', next)
  const addAt = (place: number): void => {
    write([...sentences.slice(0, place), { id: newKey(), text: '', origin: 'written', sources: [], answers: [], paragraph: false }, ...sentences.slice(place)])
    requestAnimationFrame(() => document.getElementById(fieldId(`narrative.${place}.text`))?.focus())
  }
  return (
    <div>
      {readOnly ? null : <p className="fs-muted">{t('reports.narrativeHint')}</p>}
      {readOnly ? null : <ToldOf reportId={reportId} told={sentences} />}
      <ol className={classes.sentences}>
        {sentences.map((sentence, index) => (
          <Sentence
            key={sentence.id}
            reportId={reportId}
            caseId={caseId}
            sentence={sentence}
            index={index}
            onChange={(next) => write(sentences.map((one, place) => (place === index ? next : one)))}
            onMove={(by) => write(movedBy(sentences, index, by))}
            onRemove={() => write(sentences.filter((_, place) => place !== index))}
            onAddBelow={() => addAt(index + 1)}
          />
        ))}
      </ol>
      {readOnly ? null : (
        <>
          <Button id={fieldId('narrative')} variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => addAt(sentences.length)}>
            {t('reports.writeSentence')}
          </Button>
          <Untold reportId={reportId} told={sentences} onAdd={(sentence) => write([...sentences, sentence])} />
        </>
      )}
    </div>
  )
}
