import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { sentencesMax, type NarrativeSentence } from '../../../../shared/schema/reports.ts'
import { useSourceNames } from '../../../data/queries/reportSources.ts'
import { useStable } from '../../../ui/useStable.ts'
import classes from '../reports.module.css'
import { fieldId, useEditing } from './context.ts'
import { movedBy, newKey, valueAt } from './form.ts'
import { Sentence, type SentenceActs } from './Sentence.tsx'
import { ToldOf, Untold } from './Untold.tsx'

/** The ids of sentences, as one value that changes only with them: their words change at every key. */
const useIds = (sentences: readonly NarrativeSentence[]): readonly string[] => {
  const joined = sentences.map(({ id }) => id).join(' ')
  return useMemo(() => (joined === '' ? [] : joined.split(' ')), [joined])
}

/** The narrative, sentence by sentence: each with its source, the questions that it answers, and whose words it is. */
export const Narrative = ({ reportId, caseId }: { readonly reportId: string; readonly caseId: number }) => {
  const { t } = useTranslation()
  const { form, set, remove: removeRow, readOnly, findings } = useEditing()
  const found = valueAt(form, 'narrative')
  const sentences = (Array.isArray(found) ? found : []) as readonly NarrativeSentence[]
  const told = useIds(sentences)
  const names = useSourceNames(reportId, sentences)
  const faults = useMemo(() => new Map(findings.toReversed().map(({ path, message }) => [path, message])), [findings])
  const write = (next: readonly NarrativeSentence[]): void => set('narrative', next)
  const change = useStable((index: number, next: NarrativeSentence): void =>
    write(sentences.map((one, place) => (place === index ? next : one))),
  )
  const move = useStable((index: number, by: 1 | -1): void => write(movedBy(sentences, index, by)))
  const remove = useStable((index: number): void => removeRow('narrative', index))
  const addAt = useStable((place: number): void => {
    write([
      ...sentences.slice(0, place),
      { id: newKey(), text: '', origin: 'written', sources: [], answers: [], paragraph: false },
      ...sentences.slice(place),
    ])
    requestAnimationFrame(() => document.getElementById(fieldId(`narrative.${place}.text`))?.focus())
  })
  const add = useStable((sentence: NarrativeSentence): void => write([...sentences, sentence]))
  const acts = useMemo(
    (): SentenceActs => ({ change, move, remove, addBelow: (index) => addAt(index + 1) }),
    [change, move, remove, addAt],
  )
  return (
    <div>
      {readOnly ? null : <p className="fs-muted">{t('reports.narrativeHint')}</p>}
      {readOnly ? null : <ToldOf reportId={reportId} told={told} />}
      <ol className={classes.sentences}>
        {sentences.map((sentence, index) => (
          <Sentence
            key={sentence.id}
            reportId={reportId}
            caseId={caseId}
            names={names}
            sentence={sentence}
            index={index}
            readOnly={readOnly}
            fault={faults.get(`narrative.${index}.text`)}
            acts={acts}
          />
        ))}
      </ol>
      {readOnly ? null : (
        <>
          <Button
            id={fieldId('narrative')}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={sentences.length >= sentencesMax}
            onClick={() => addAt(sentences.length)}
          >
            {t('reports.writeSentence')}
          </Button>
          {sentences.length < sentencesMax ? null : (
            <p className={classes.needed}>{t('reports.sentencesFull', { max: sentencesMax })}</p>
          )}
          <Untold reportId={reportId} told={told} isFull={sentences.length >= sentencesMax} onAdd={add} />
        </>
      )}
    </div>
  )
}
