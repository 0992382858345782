import { TextInput } from '@mantine/core'
import { IconAlertTriangle, IconSearch, IconUserCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleSummary, ruleStates } from '../../../shared/schema/rules.ts'
import { detectionHref } from '../../state/route.ts'
import classes from './rules.module.css'
import { RuleStateMark } from './RuleStateMark.tsx'

const fits = (rule: RuleSummary, text: string): boolean =>
  [rule.key, rule.name, rule.signal].some((one) => one.toLowerCase().includes(text))

/** Every rule, by state. */
export const RuleList = ({
  rules,
  shown,
}: {
  readonly rules: readonly RuleSummary[]
  readonly shown: string | null
}) => {
  const { t, i18n } = useTranslation()
  const [text, setText] = useState('')
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  const found = rules.filter((rule) => fits(rule, text.trim().toLowerCase()))
  return (
    <nav ref={list} className={classes.list} aria-label={t('rules.list')}>
      <TextInput
        size="xs"
        aria-label={t('rules.find')}
        placeholder={t('rules.find')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        dir="auto"
      />
      {found.length === 0 ? <p className={classes.nothing}>{t('rules.noMatch')}</p> : null}
      {(['live', 'shadow', 'draft', 'retired'] satisfies readonly (typeof ruleStates)[number][]).map((state) => {
        const of = found.filter((rule) => rule.state === state)
        return of.length === 0 ? null : (
          <section key={state} aria-label={t(`rules.state.${state}`)}>
            <h2 className={classes.listHead}>
              <RuleStateMark state={state} /> <span className="fs-muted">{of.length}</span>
            </h2>
            {of.map((rule) => (
              <a
                key={rule.key}
                href={detectionHref('rules', rule.key)}
                className={classes.item}
                aria-current={rule.key === shown ? 'true' : undefined}
              >
                <span className={classes.itemName} dir="auto">
                  {rule.name}
                </span>
                <span className={classes.itemFacts}>
                  <span>{t('rules.weight', { value: rule.weight.toLocaleString(i18n.language) })}</span>
                  <span>{t(`action.${rule.action}`)}</span>
                  {rule.awaits_approval ? <IconUserCheck size={13} role="img" aria-label={t('rules.awaits')} /> : null}
                  {rule.fault === null ? null : (
                    <IconAlertTriangle size={13} role="img" aria-label={rule.fault} className={classes.fault} />
                  )}
                </span>
              </a>
            ))}
          </section>
        )
      })}
    </nav>
  )
}
