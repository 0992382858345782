import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rule, RuleState, RuleVersion, RuleVocabulary } from '../../../shared/schema/rules.ts'
import { useChangeRule } from '../../data/queries/rules.ts'
import { useDraft } from '../../state/drafts.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { DryRunPanel } from './DryRunPanel.tsx'
import { contentOf, formOf, ruleChangeIn, type RuleChange, type RuleForm } from './form.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { RuleFields } from './RuleFields.tsx'
import classes from './rules.module.css'
import { RuleStateMark } from './RuleStateMark.tsx'
import { WrittenAnew } from './WrittenAnew.tsx'

type Props = { readonly rule: Rule; readonly vocabulary: RuleVocabulary; readonly writes: boolean }

/** Where a version may go from its state. */
const movesFrom: Readonly<Record<RuleState, readonly RuleState[]>> = {
  draft: ['shadow', 'live', 'retired'],
  shadow: ['live', 'draft', 'retired'],
  live: ['shadow', 'retired'],
  retired: [],
}

/**
 * The version that a change replaces or begins from, by which the service tells whether somebody else has written
 * since.
 */
const replacedBy = ({ versions }: Rule): RuleVersion | undefined =>
  versions.find(({ state }) => state === 'draft') ?? versions[0]

const Versions = ({
  versions,
  shown,
  onShow,
}: {
  readonly versions: readonly RuleVersion[]
  readonly shown: number
  readonly onShow: (version: number) => void
}) => {
  const { t } = useTranslation()
  return (
    <ul className={classes.versions} aria-label={t('rules.versions')}>
      {versions.map((one) => (
        <li key={one.version}>
          <button type="button" aria-pressed={one.version === shown} onClick={() => onShow(one.version)}>
            <RuleStateMark state={one.state} /> {t('rules.version', { version: one.version })}
            <span className="fs-muted">
              {one.changed_by ?? t('rules.shipped')}, <Timestamp at={one.changed_at} style="ago" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Where a version may go. */
const Moves = ({
  version,
  disabled,
  onMove,
}: {
  readonly version: RuleVersion
  readonly disabled: boolean
  readonly onMove: (to: RuleState) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={classes.actions}>
      {movesFrom[version.state].map((to) => (
        <Button
          key={to}
          size="compact-sm"
          variant={to === 'live' ? 'filled' : 'default'}
          disabled={disabled}
          onClick={() => onMove(to)}
        >
          {t(version.proposed?.to === to ? 'rules.second' : `rules.move.${to}`)}
        </Button>
      ))}
    </div>
  )
}

/** One rule: its versions, what it says, where it may go, and what it would have found. */
export const RuleDetails = ({ rule, vocabulary, writes }: Props) => {
  const { t } = useTranslation()
  // The rule as it was read when the form was begun: what somebody else writes meanwhile is not laid under what is
  // being typed.
  const [held, setHeld] = useState(rule)
  const [text, setText, clearText] = useDraft(`rule:${rule.key}`, null)
  const [begun] = useState(() => ruleChangeIn(text))
  const [base, setBase] = useState(begun?.base ?? replacedBy(rule)?.content_id)
  const [shown, setShown] = useState(begun?.version ?? held.versions[0]?.version ?? 1)
  const version = held.versions.find((one) => one.version === shown) ?? held.versions[0]
  const [form, setForm] = useState(() => begun?.form ?? (version === undefined ? null : formOf(version.rule)))
  const [moving, setMoving] = useState<RuleState | null>(null)
  const write = useChangeRule()
  if (version === undefined || form === null) return null
  const lay = (of: Rule, next: number | undefined): void => {
    const chosen = of.versions.find((one) => one.version === next)
    if (chosen === undefined) return
    setHeld(of)
    setBase(replacedBy(of)?.content_id)
    setShown(chosen.version)
    setForm(formOf(chosen.rule))
    setMoving(null)
  }
  const show = (of: Rule, next: number | undefined): void => {
    clearText()
    lay(of, next)
    write.reset()
  }
  const content = contentOf(form)
  const changed = JSON.stringify(form) !== JSON.stringify(formOf(version.rule))
  const writtenAnew = replacedBy(rule)?.content_id !== base
  if (rule !== held && !writtenAnew) setHeld(rule)
  if (writtenAnew && !changed) lay(rule, rule.versions[0]?.version)
  const keep = (next: RuleForm, on: string | undefined): void => {
    if (on !== undefined)
      setText(JSON.stringify({ base: on, version: version.version, form: next } satisfies RuleChange))
  }
  const change = (next: RuleForm): void => {
    setForm(next)
    keep(next, base)
  }
  const save = (): void => {
    if (content === null || base === undefined) return
    const done = (saved: Rule): void => {
      clearText()
      lay(saved, saved.versions[0]?.version)
    }
    write.mutate({ ...content, content_id: base }, { onSuccess: ({ data }) => done(data) })
  }
  const keepMine = (): void => {
    const anew = replacedBy(rule)?.content_id
    setHeld(rule)
    setBase(anew)
    keep(form, anew)
    write.reset()
  }
  return (
    <article>
      <h2 className={classes.title} dir="auto">
        {version.rule.name} <RuleStateMark state={version.state} />
      </h2>
      <Versions versions={held.versions} shown={version.version} onShow={(next) => show(held, next)} />
      {version.fault === null ? null : <p className={classes.warning}>{version.fault}</p>}
      {version.proposed === null ? null : (
        <p className={classes.notice}>
          {t('rules.proposed', { to: t(`rules.state.${version.proposed.to}`), by: version.proposed.by ?? '–' })}{' '}
          <Timestamp at={version.proposed.at} style="ago" />
        </p>
      )}
      {writes ? <Moves version={version} disabled={changed} onMove={setMoving} /> : null}
      <RuleFields form={form} vocabulary={vocabulary} disabled={!writes} isNew={false} onChange={change} />
      {writtenAnew && changed && !write.isPending ? (
        <WrittenAnew
          theirs={replacedBy(rule)}
          onTheirs={() => show(rule, replacedBy(rule)?.version)}
          onMine={keepMine}
        />
      ) : write.error === null ? null : (
        <ErrorState error={write.error} compact />
      )}
      {writes ? (
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            disabled={!changed || content === null || writtenAnew}
            loading={write.isPending}
            onClick={save}
          >
            {t(version.state === 'draft' ? 'rules.saveDraft' : 'rules.saveVersion')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={!changed} onClick={() => show(held, version.version)}>
            {t('rules.discard')}
          </Button>
        </div>
      ) : null}
      <DryRunPanel content={content} />
      {moving === null ? null : (
        <MoveDialog ruleKey={rule.key} version={version} to={moving} onClose={() => setMoving(null)} />
      )}
    </article>
  )
}
