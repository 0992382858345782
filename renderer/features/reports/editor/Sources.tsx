import { Button, Menu } from '@mantine/core'
import { IconLinkPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { NarrativeSentence, NarrativeSource } from '../../../../shared/schema/reports.ts'
import { useSourceEntries } from '../../../data/queries/reports.ts'
import { hrefOf } from '../../../state/route.ts'
import classes from '../reports.module.css'

const sourceHref = (caseId: number, source: NarrativeSource): string => (source.kind === 'entry' ? hrefOf({ name: 'case', id: caseId, entry: source.id }) : hrefOf({ name: 'evidence', id: caseId, piece: source.id, query: {} }))

const same = (one: NarrativeSource, other: NarrativeSource): boolean => one.kind === other.kind && one.id === other.id

type Props = { readonly sentence: NarrativeSentence; readonly caseId: number; readonly readOnly: boolean; readonly onChange: (sources: NarrativeSource[]) => void }

/** Where a sentence comes from; each opens its entry or piece. */
export const Sources = ({ sentence, caseId, readOnly, onChange }: Props) => {
  const { t } = useTranslation()
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
