import { Button } from '@mantine/core'
import { IconLinkPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NarrativeSentence, NarrativeSource, ReportSource } from '../../../../shared/schema/reports.ts'
import { sourceKey, useFoundSources, type SourceNames } from '../../../data/queries/reportSources.ts'
import { hrefOf } from '../../../state/route.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FoundSelect } from '../../../ui/FoundSelect.tsx'
import { formatDay } from '../../../ui/time.ts'
import { knownTypes } from '../../case-workspace/model/knownTypes.ts'
import { typeKey } from '../../case-workspace/timeline/EntryWords.tsx'
import classes from '../reports.module.css'

const sourceHref = (caseId: number, source: NarrativeSource): string =>
  source.kind === 'entry'
    ? hrefOf({ name: 'case', id: caseId, entry: source.id })
    : hrefOf({ name: 'evidence', id: caseId, piece: source.id, query: {} })

/** What a source is called beside a sentence, and in full. */
const useSourceWords = () => {
  const { t } = useTranslation()
  const kindOf = ({ source, type }: ReportSource): string =>
    source.kind === 'evidence'
      ? t('reports.source.piece')
      : t(`case.entryTypes.${typeKey(knownTypes.find((known) => known === type) ?? 'unknown')}`)
  const short = (source: NarrativeSource, known: ReportSource | undefined): string => {
    if (source.kind === 'evidence')
      return known === undefined || known.words === ''
        ? t('reports.source.evidence', { number: source.id })
        : known.words
    return known === undefined
      ? t('reports.source.unnamed')
      : t('reports.source.entry', { number: known.number, type: kindOf(known) })
  }
  const full = (known: ReportSource): string =>
    [
      t('reports.source.number', { number: known.number }),
      kindOf(known),
      known.by,
      formatDay(Date.parse(known.at)),
      known.words,
    ]
      .filter((part) => part !== '')
      .join(' · ')
  return { short, full }
}

type FieldProps = {
  readonly reportId: string
  readonly taken: readonly NarrativeSource[]
  readonly onTake: (source: NarrativeSource) => void
  readonly onClose: () => void
}

/** Finds an entry or a piece by its number, kind, author and words. */
const SourceField = ({ reportId, taken, onTake, onClose }: FieldProps) => {
  const { t } = useTranslation()
  const { full } = useSourceWords()
  const [typed, setTyped] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  const { found, total, isCurrent, error } = useFoundSources(reportId, typed)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])
  const has = new Set(taken.map(sourceKey))
  const offered = found.filter(({ source }) => !has.has(sourceKey(source)))
  return (
    <div
      ref={frame}
      className={classes.sourceField}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <FoundSelect
        label={t('reports.source.find')}
        description={total > found.length ? t('reports.source.first', { count: found.length, total }) : undefined}
        found={offered.map((one) => ({ value: sourceKey(one.source), label: full(one) }))}
        isCurrent={isCurrent}
        onType={setTyped}
        value={null}
        onChange={(key) => {
          const chosen = offered.find(({ source }) => sourceKey(source) === key)
          if (chosen !== undefined) onTake(chosen.source)
        }}
        nothing={t('reports.source.nothing')}
        required={false}
      />
      <Button variant="default" size="compact-xs" onClick={onClose}>
        {t('reports.source.close')}
      </Button>
      {error === null ? null : <ErrorState error={error} compact />}
    </div>
  )
}

type Props = {
  readonly reportId: string
  readonly caseId: number
  readonly sentence: NarrativeSentence
  readonly names: SourceNames
  readonly readOnly: boolean
  readonly onChange: (sources: NarrativeSource[]) => void
}

/** Where a sentence comes from; each opens its entry or piece. */
export const SentenceSources = ({ reportId, caseId, sentence, names, readOnly, onChange }: Props) => {
  const { t } = useTranslation()
  const { short, full } = useSourceWords()
  const [isChoosing, setChoosing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setChoosing(false)
    opener.current?.focus()
  }
  return (
    <>
      {sentence.sources.map((source) => {
        const known = names.get(sourceKey(source))
        return (
          <span key={sourceKey(source)} className={classes.source}>
            <a href={sourceHref(caseId, source)} title={known === undefined ? undefined : full(known)} dir="auto">
              {short(source, known)}
            </a>
            {readOnly ? null : (
              <button
                type="button"
                aria-label={t('reports.source.removeOf', { source: short(source, known) })}
                onClick={() => onChange(sentence.sources.filter((one) => sourceKey(one) !== sourceKey(source)))}
              >
                <IconX size={11} aria-hidden />
              </button>
            )}
          </span>
        )
      })}
      {readOnly ? null : (
        <Button
          ref={opener}
          variant="subtle"
          size="compact-xs"
          leftSection={<IconLinkPlus size={13} aria-hidden />}
          aria-label={t('reports.source.add')}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          {t('reports.source.addShort')}
        </Button>
      )}
      {isChoosing ? (
        <SourceField
          reportId={reportId}
          taken={sentence.sources}
          onTake={(source) => {
            onChange([...sentence.sources, source])
            close()
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}
