import { Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleVocabulary } from '../../../shared/schema/rules.ts'
import { useRuleCheck } from '../../data/queries/rules.ts'
import { GroupView } from './builder/GroupView.tsx'
import { buildable, groupOf, jsonOf, type Json } from './builder/logic.ts'
import { ReadNames } from './ReadNames.tsx'
import classes from './rules.module.css'

type Props = {
  readonly text: string
  readonly reason: string
  readonly ruleKey: string | undefined
  readonly vocabulary: RuleVocabulary
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}

/** A logic as it stands in the text field. */
export const logicText = (logic: unknown): string => JSON.stringify(logic, null, 2)

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const Findings = ({ text, ruleKey }: { readonly text: string; readonly ruleKey: string | undefined }) => {
  const { t } = useTranslation()
  const [settled] = useDebouncedValue(text, 300)
  const check = useRuleCheck(settled, ruleKey).data
  if (check === undefined) return null
  const findings = [
    ...check.faults.map((finding) => ({ ...finding, fault: true })),
    ...check.hints.map((finding) => ({ ...finding, fault: false })),
  ]
  return (
    <div role="status">
      {check.ok ? <p className={classes.fine}>{t('rules.fine', { count: check.nodes })}</p> : null}
      {findings.length === 0 ? null : (
        <ul className={classes.findings}>
          {findings.map((finding, at) => (
            <li key={at} data-fault={finding.fault || undefined}>
              <code>{finding.line === null ? finding.pointer || '/' : `${finding.line}:${finding.column ?? 1}`}</code>{' '}
              {finding.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The logic of a rule: conditions to build with, and beside them the text that is sealed. Either changes the other. */
export const LogicEditor = ({ text, reason, ruleKey, vocabulary, disabled, onChange }: Props) => {
  const { t } = useTranslation()
  const known = useMemo(() => new Set(buildable(vocabulary.operators).map(({ name }) => name)), [vocabulary])
  const json = parsed(text)
  const group = json === undefined ? null : groupOf(json, known)
  return (
    <div className={classes.logic}>
      <div className={classes.builder}>
        <h3>{t('rules.builder.title')}</h3>
        {group === null ? (
          <p className={classes.nothing}>{t('rules.builder.unreadable')}</p>
        ) : (
          <>
            <GroupView
              group={group}
              vocabulary={vocabulary}
              disabled={disabled}
              onChange={(next) => onChange(logicText(jsonOf(next)))}
            />
            <ReadNames group={group} reason={reason} />
          </>
        )}
      </div>
      <div>
        <Textarea
          label={t('rules.text')}
          classNames={{ input: classes.code ?? '' }}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          readOnly={disabled}
          autosize
          minRows={8}
          maxRows={26}
          spellCheck={false}
          maxLength={32_768}
        />
        <Findings text={text} ruleKey={ruleKey} />
      </div>
    </div>
  )
}
