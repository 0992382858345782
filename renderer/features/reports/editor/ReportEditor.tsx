import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconArrowLeft, IconDeviceFloppy, IconEye } from '@tabler/icons-react'
import { useCallback, useMemo, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import {
  reportSections,
  type Report,
  type ReportFinding,
  type ReportForm,
  type ReportSection,
  type ReportStep,
} from '../../../../shared/schema/reports.ts'
import { useReport, useReportCheck, useSaveReport } from '../../../data/queries/reports.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { caseHref, goToDetection } from '../../../state/route.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { useStable } from '../../../ui/useStable.ts'
import { FilingDue } from '../list/FilingDue.tsx'
import { ReportStateMark } from '../list/ReportStateMark.tsx'
import classes from '../reports.module.css'
import { Completeness } from './Completeness.tsx'
import { EditingContext, fieldId } from './context.ts'
import { ReportHistory } from './ReportHistory.tsx'
import { Narrative } from './Narrative.tsx'
import { ReportPreview } from './ReportPreview.tsx'
import { ReportExports } from './ReportExports.tsx'
import { ReportSteps, unsavedId } from './ReportSteps.tsx'
import { SectionFields } from './SectionFields.tsx'
import { StepDialog } from './StepDialog.tsx'
import { useTyped } from './useTyped.ts'

const takenId = 'report-taken'

const sectionsOf: Readonly<Record<Report['kind'], readonly ReportSection[]>> = {
  case_report: ['filing', 'filer', 'subjects', 'accounts', 'activity', 'narrative'],
  sar: ['filing', 'filer', 'location', 'subjects', 'accounts', 'activity', 'law_enforcement', 'narrative'],
  certificate: ['statement', 'person', 'items', 'methods', 'record'],
}

const isTextField = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** What is sent: sentences that hold nothing are left out. */
const sendable = (form: ReportForm): ReportForm => ({
  ...form,
  narrative: form.narrative.filter(({ text }) => text.trim() !== ''),
})

const Editor = ({ report, saved }: { readonly report: Report; readonly saved: ReportForm }) => {
  const { t } = useTranslation()
  const tellTaken = useStable((what: 'row' | 'all' | null): void => {
    notifications.hide(takenId)
    if (what === null) return
    const message = (
      <span>
        {t(`reports.taken.${what}`)}{' '}
        <Button variant="subtle" size="compact-xs" onClick={undo}>
          {t('reports.taken.undo')}
        </Button>
      </span>
    )
    notifications.show({ id: takenId, autoClose: 12_000, message })
  })
  const { form, set, remove, discard, undo, clear, isDirty, canUndo, isLast } = useTyped(report, saved, tellTaken)
  const [section, setSection] = useState<ReportSection>(report.kind === 'certificate' ? 'statement' : 'narrative')
  const [stepping, setStepping] = useState<ReportStep | null>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const save = useSaveReport(report.id)
  const [settled] = useDebouncedValue(form, 400)
  const sent = useMemo(() => sendable(settled), [settled])
  const checking = useReportCheck(report.id, sent)
  const check = checking.data ?? report.check
  const isChecking = settled !== form || checking.isFetching
  const isSar = report.kind === 'sar'
  const sections = sectionsOf[report.kind]
  const readOnly = !report.may.save
  const write = (): void => {
    if (readOnly || !isDirty || save.isPending) return
    // The new version is drawn anew before it has answered here: what is said of it must not depend on this component.
    void save.mutateAsync({ form: sendable(form), base_version: report.version }).then(
      () => {
        clear()
        notifications.show({ message: t('reports.saved') })
      },
      () => undefined,
    )
  }
  const go = useCallback(({ section: wanted, path }: Pick<ReportFinding, 'section' | 'path'>): void => {
    flushSync(() => setSection(wanted))
    document.getElementById(fieldId(path))?.focus()
  }, [])
  const lacking = useMemo(() => (check?.findings ?? []).filter(({ blocks }) => blocks.includes('submit')), [check])
  const step = useCallback(
    (by: 1 | -1): void => {
      // From the first section to the last, as they are listed.
      const inOrder = lacking.toSorted((a, b) => reportSections.indexOf(a.section) - reportSections.indexOf(b.section))
      const stops = [...new Map(inOrder.map((finding) => [finding.path, finding])).values()]
      const at = stops.findIndex(({ path }) => fieldId(path) === document.activeElement?.id)
      const finding = stops[at < 0 ? (by > 0 ? 0 : stops.length - 1) : (at + by + stops.length) % stops.length]
      if (finding !== undefined) go(finding)
    },
    [lacking, go],
  )
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'report.lacking',
        section: 'selection',
        title: t('reports.command.nextMissing'),
        shortcut: 'f8',
        run: () => step(1),
      },
      {
        id: 'report.lackingBefore',
        section: 'selection',
        title: t('reports.command.previousMissing'),
        shortcut: 'shift+f8',
        hidden: true,
        run: () => step(-1),
      },
      {
        id: 'report.preview',
        section: 'selection',
        title: t('reports.preview'),
        shortcut: 'p',
        run: () => setPreviewed(true),
      },
      ...(canUndo
        ? [
            {
              id: 'report.undo',
              section: 'selection',
              title: t('reports.taken.command'),
              shortcut: 'z',
              run: undo,
            } satisfies PaletteCommand,
          ]
        : []),
      ...(isDirty && !readOnly
        ? [
            {
              id: 'report.discard',
              section: 'selection',
              title: t('reports.discard'),
              run: discard,
            } satisfies PaletteCommand,
          ]
        : []),
      {
        id: 'report.list',
        section: 'selection',
        title: t('reports.back'),
        shortcut: 'escape',
        run: () => goToDetection('reports'),
      },
      ...sections.map((one, index): PaletteCommand => ({
        id: `report.section.${one}`,
        section: 'selection',
        title: t('reports.goTo', { section: t(`reports.section.${one}`) }),
        shortcut: String(index + 1),
        run: () => setSection(one),
      })),
    ],
    [t, sections, step, canUndo, undo, isDirty, readOnly, discard],
  )
  useCommands(commands)
  const editing = useMemo(
    () => ({ form, set, remove, readOnly, findings: check?.findings ?? [] }),
    [form, set, remove, readOnly, check],
  )
  const countOf = (one: ReportSection): number => lacking.filter((finding) => finding.section === one).length
  // In a field single keys are text; these two mean the report wherever one is in it.
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'F8') {
      event.preventDefault()
      step(event.shiftKey ? -1 : 1)
    }
    // Within a field the key takes back what was typed there, unless a row was taken out after it.
    if (
      event.key === 'z' &&
      (event.ctrlKey || event.metaKey) &&
      !event.shiftKey &&
      (isLast || (canUndo && !isTextField(event.target)))
    ) {
      event.preventDefault()
      undo()
    }
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    event.preventDefault()
    write()
  }
  return (
    <EditingContext value={editing}>
      <div className={classes.page} onKeyDown={keys}>
        <header className={classes.head}>
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.foldable}
            leftSection={<IconArrowLeft size={14} aria-hidden />}
            onClick={() => goToDetection('reports')}
            aria-label={t('reports.back')}
          >
            {t('reports.back')}
          </Button>
          <div className={classes.what}>
            <div className={classes.named}>
              <h1 dir="auto" title={form.title}>
                {form.title === '' ? t(`reports.kind.${report.kind}`) : form.title}
              </h1>
              {isDirty && !readOnly ? (
                <span id={unsavedId} className={classes.needed}>
                  {t(report.may.steps.includes('submit') ? 'reports.unsavedSubmit' : 'reports.unsaved')}
                </span>
              ) : null}
            </div>
            <p className={classes.facts}>
              <ReportStateMark state={report.state} />
              <FilingDue deadline={report.deadline} />
              <a href={caseHref(report.case_id)} className="fs-mono">
                {report.case_number}
              </a>
            </p>
          </div>
          <span className={classes.tools}>
            <Button
              variant="default"
              size="compact-sm"
              className={classes.foldable}
              leftSection={<IconEye size={14} aria-hidden />}
              onClick={() => setPreviewed(true)}
              aria-label={t('reports.preview')}
              aria-keyshortcuts="p"
            >
              {t('reports.preview')}
            </Button>
            {readOnly ? null : (
              <>
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={discard}
                  disabled={!isDirty || save.isPending}
                  aria-label={t('reports.discard')}
                >
                  {t('reports.discardShort')}
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconDeviceFloppy size={14} aria-hidden />}
                  onClick={write}
                  loading={save.isPending}
                  disabled={!isDirty}
                  aria-keyshortcuts="Control+S"
                >
                  {t('reports.save')}
                </Button>
              </>
            )}
            <ReportExports report={report} />
            <ReportSteps report={report} isDirty={isDirty} lacking={lacking.length} onStep={setStepping} />
          </span>
        </header>
        {save.error === null ? null : (
          <div className={classes.fault}>
            <ErrorState error={save.error} compact />
          </div>
        )}
        {report.may.why_not_approve === null ? null : (
          <p className={classes.notice} role="note">
            {report.may.why_not_approve}
          </p>
        )}
        <div className={classes.columns}>
          <nav className={classes.nav} aria-label={t('reports.sections')}>
            {sections.map((one, index) => (
              <button
                key={one}
                type="button"
                aria-current={one === section ? 'step' : undefined}
                onClick={() => setSection(one)}
                aria-keyshortcuts={String(index + 1)}
              >
                <span>{t(`reports.section.${one}`)}</span>
                {countOf(one) === 0 ? null : <span className={classes.navCount}>{countOf(one)}</span>}
              </button>
            ))}
          </nav>
          <section className={classes.form} aria-label={t(`reports.section.${section}`)}>
            <h2>{t(`reports.section.${section}`)}</h2>
            {section === 'narrative' ? (
              <Narrative reportId={report.id} caseId={report.case_id} />
            ) : (
              <SectionFields section={section} isSar={isSar} caseId={report.case_id} />
            )}
          </section>
          <aside className={classes.side} aria-label={t('reports.completeness')}>
            {check === null ? null : (
              <Completeness check={check} isSar={isSar} isBusy={isChecking} readOnly={readOnly} onGo={go} />
            )}
            <ReportHistory history={report.history} caseId={report.case_id} />
          </aside>
        </div>
        {isPreviewed ? (
          <ReportPreview id={report.id} form={sendable(form)} onClose={() => setPreviewed(false)} />
        ) : null}
        {stepping === null ? null : <StepDialog report={report} step={stepping} onClose={() => setStepping(null)} />}
      </div>
    </EditingContext>
  )
}

/** A report that is open: its form in sections, what it lacks beside it, and the steps that it can take. */
export const ReportEditor = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const { data: report, error, refetch } = useReport(id)
  if (report === undefined)
    return error === null ? (
      <LoadingRows rows={12} height={30} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  if (report.form === null) {
    return (
      <p className={classes.notice} role="note">
        {t('reports.erased')}
      </p>
    )
  }
  return <Editor key={`${report.id}:${report.version}`} report={report} saved={report.form} />
}
