import { readFile, stat } from 'node:fs/promises'
import { Option } from 'commander'
import type { Command } from 'commander'
import { exportKpiReport, exportReport } from '../../../shared/api/reports.ts'
import { caseReportKinds, reportForm } from '../../../shared/schema/reports.ts'
import type { CaseReportKind, ReportFormat } from '../../../shared/schema/reports.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { checkForm } from '../../domain/reports/check.ts'
import { withService } from '../connection.ts'
import { exitCodes, failed, misused } from '../io.ts'
import type { ExitCode, Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'
import { saveTo } from '../save-to.ts'

/** Largest form that the interface takes. */
const maxBytes = 4_194_304

const readForm = async (file: string): Promise<Result<unknown, Stop>> => {
  try {
    const { size } = await stat(file)
    if (size > maxBytes) return fail(failed(`${file} is larger than ${maxBytes} bytes`))
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))) as unknown)
  } catch (error) {
    if (error instanceof SyntaxError) return fail(failed(`${file} is no JSON`))
    return fail(error instanceof TypeError ? failed(`${file} is not UTF-8`) : misused(`${file} cannot be read`))
  }
}

const aboutValidate = `
FILE is the form of a report as JSON, as \`GET /v1/reports/{id}\` answers it in \`form\`. Prints one line for each thing that is missing or that a
format does not take, then a line with the verdict. Exit 1 if anything blocks its submission.`

const addValidate = (report: Command, registrar: Registrar): void => {
  const validate = report
    .command('validate')
    .description('check the form of a report')
    .argument('<file>', 'the JSON file')
    .addOption(new Option('--kind <kind>', 'what it is').choices([...caseReportKinds]).default('sar'))
    .addHelpText('after', aboutValidate)
  registrar.runs<{ kind: CaseReportKind }>(validate, async ({ kind }, [file = '']): Promise<Result<ExitCode, Stop>> => {
    const read = await readForm(file)
    if (!read.ok) return read
    const form = reportForm.safeParse(read.value)
    if (!form.success) {
      for (const { path, message } of form.error.issues)
        registrar.io.print({ code: 'malformed', path: path.join('.'), message })
      registrar.io.print({ verdict: 'faults', kind, faults: form.error.issues.length })
      return ok(exitCodes.failed)
    }
    const { findings, questions, ready } = checkForm(kind, form.data, utcDay(Date.now()))
    for (const finding of findings) registrar.io.print({ ...finding })
    registrar.io.print({
      verdict: ready.submit ? 'ok' : 'faults',
      kind,
      faults: findings.filter(({ blocks }) => blocks.includes('submit')).length,
      ready,
      unanswered: questions.filter(({ answered }) => !answered).map(({ question }) => question),
    })
    return ok(ready.submit ? exitCodes.done : exitCodes.failed)
  })
}

const addExport = (report: Command, registrar: Registrar): void => {
  const exporting = report
    .command('export')
    .description('write the file of a report; its SHA-256 is sealed before it is written')
    .addOption(dataOption())
    .requiredOption('--report <id>', 'the id of the report')
    .addOption(
      new Option('--format <format>', 'csv is for KPI reports')
        .choices(['pdf', 'html', 'xml', 'goaml', 'csv'])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <file>', 'the file to write')
    .option('--kpi', 'the id is that of a KPI report')
    .option('--keep', 'take the file of an approved certificate into its case as evidence too')
  registrar.runs<{ data: string; report: string; format: ReportFormat | 'csv'; out: string; kpi?: true; keep?: true }>(
    exporting,
    async ({ data, report: id, format, out, kpi, keep }): Promise<Result<ExitCode, Stop>> => {
      if (kpi === true ? format !== 'pdf' && format !== 'csv' : format === 'csv')
        return fail(
          misused(
            kpi === true
              ? 'a KPI report has csv and pdf'
              : 'a report of a case has pdf, html, xml and goaml; csv is for --kpi',
          ),
        )
      if (kpi === true && keep === true) return fail(misused('--keep is for certificates'))
      const done = await withService(data, async (client) => {
        const answer =
          format === 'csv' || (kpi === true && format === 'pdf')
            ? await client.call(exportKpiReport, { params: { id }, body: { format } })
            : await client.call(exportReport, { params: { id }, body: { format, keep: keep === true } })
        if (!answer.ok) return answer
        const { url, sha256, size, entry_id: entryId } = answer.value.data
        const content = await client.follow(url)
        if (!content.ok) return content
        await saveTo(out, content.value)
        registrar.io.print({ path: out, format, sha256, size, entry_id: entryId })
        return ok(undefined)
      })
      return done.ok ? ok(exitCodes.done) : done
    },
  )
}

/** `report validate` and `report export`. */
export const addReportCommands = (program: Command, registrar: Registrar): void => {
  const report = program.command('report').description('work on reports')
  addValidate(report, registrar)
  addExport(report, registrar)
}
