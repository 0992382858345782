import { Button } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { caseReportKinds, type CaseReportKind } from '../../../shared/schema/reports.ts'
import { newIdempotencyKey } from '../../data/client.ts'
import { useCreateReport } from '../../data/queries/reports.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { goToDetection } from '../../state/route.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useIsHere } from '../../ui/useIsHere.ts'
import classes from './reports.module.css'

const shortcuts: Readonly<Record<CaseReportKind, string>> = {
  case_report: 'shift+c',
  sar: 'shift+s',
  certificate: 'shift+e',
}

/** Begins a report of a case, drafted from its facts. */
export const NewReport = ({ caseId }: { readonly caseId: number }) => {
  const { t } = useTranslation()
  const create = useCreateReport()
  const { mutate } = create
  const isHere = useIsHere()
  const [key] = useState(newIdempotencyKey)
  const begin = useMemo(
    () => (kind: CaseReportKind) =>
      mutate(
        { body: { kind, case_id: caseId, empty: false }, key: `${key}-${kind}` },
        { onSuccess: ({ data }) => (isHere() ? goToDetection('reports', data.id) : undefined) },
      ),
    [mutate, caseId, key, isHere],
  )
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      caseReportKinds.map((kind) => ({
        id: `report.new.${kind}`,
        section: 'selection',
        title: t(`reports.write.${kind}`),
        shortcut: shortcuts[kind],
        run: () => begin(kind),
      })),
    [begin, t],
  )
  useCommands(commands)
  return (
    <span className={classes.tools}>
      {caseReportKinds.map((kind) => (
        <Button
          key={kind}
          size="compact-sm"
          variant={kind === 'sar' ? 'filled' : 'default'}
          leftSection={<IconFilePlus size={14} aria-hidden />}
          loading={create.isPending}
          onClick={() => begin(kind)}
          aria-keyshortcuts={shortcuts[kind]}
        >
          {t(`reports.write.${kind}`)}
        </Button>
      ))}
      {create.error === null ? null : <ErrorState error={create.error} compact />}
    </span>
  )
}
