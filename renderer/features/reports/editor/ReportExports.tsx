import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report, ReportFormat } from '../../../../shared/schema/reports.ts'
import { useExportReport } from '../../../data/queries/reports.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { saveFrom } from '../../../ui/saveFile.ts'
import { useStable } from '../../../ui/useStable.ts'
import classes from '../reports.module.css'

const formatsOf: Readonly<Record<Report['kind'], readonly ReportFormat[]>> = {
  case_report: ['pdf', 'html'],
  sar: ['pdf', 'html', 'xml', 'goaml'],
  certificate: ['pdf', 'html'],
}

/** Writes the report in each of its formats, and keeps a certificate as evidence. */
export const ReportExports = ({ report }: { readonly report: Report }) => {
  const { t } = useTranslation()
  const exporting = useExportReport(report.id)
  const formats = formatsOf[report.kind]
  const mayKeep = report.kind === 'certificate' && report.state === 'approved'
  const run = useStable((format: ReportFormat, keep: boolean): void =>
    exporting.mutate(
      { format, keep },
      {
        onSuccess: ({ address, name }) => {
          saveFrom(address, name)
          notifications.show({ message: t(keep ? 'reports.certificate.kept' : 'reports.exported', { name }) })
        },
      },
    ),
  )
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      ...formats.map((format): PaletteCommand => ({
        id: `report.export.${format}`,
        section: 'selection',
        title: t('reports.exportAs', { format: t(`reports.format.${format}`) }),
        keywords: 'export download',
        run: () => run(format, false),
      })),
      ...(mayKeep
        ? [
            {
              id: 'report.keep',
              section: 'selection',
              title: t('reports.certificate.keep'),
              keywords: 'export evidence bundle',
              run: () => run('pdf', true),
            } satisfies PaletteCommand,
          ]
        : []),
    ],
    [formats, mayKeep, run, t],
  )
  useCommands(commands)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={exporting.isPending}
          >
            {t('reports.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => run(format, false)}>
              {t(`reports.format.${format}`)}
            </Menu.Item>
          ))}
          {mayKeep ? <Menu.Item onClick={() => run('pdf', true)}>{t('reports.certificate.keep')}</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      {exporting.error === null ? null : (
        <div className={classes.fault}>
          <ErrorState error={exporting.error} compact />
        </div>
      )}
    </>
  )
}
