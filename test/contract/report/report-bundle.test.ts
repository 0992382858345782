import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeConfig } from '../../../scripts/lib/bundles.ts'
import { fontFiles, shippedFonts } from '../../../scripts/lib/fonts.ts'
import { root } from '../../../scripts/lib/paths.ts'

/** What a service does to make a report, as a program of its own. */
const program = `
import { openFonts } from '${root}/main/report/fonts/font-shelf.ts'
import { renderPdf } from '${root}/main/report/pdf/render-pdf.ts'
import { reportOf } from '${root}/main/report/report-of.ts'
import { workedCase } from '${root}/test/unit/report/sample-contents.ts'
for await (const chunk of renderPdf(reportOf(workedCase().contents()), openFonts())) process.stdout.write(chunk)
`

describe('the report in one file, away from its packages', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-report-bundle-'))
  const outDir = path.join(folder, 'service')

  beforeAll(async () => {
    writeFileSync(path.join(folder, 'program.ts'), program)
    await build(
      nodeConfig({
        entry: path.join(folder, 'program.ts'),
        outDir,
        fileName: 'program.js',
        plugins: [shippedFonts(outDir)],
      }),
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is bundled with every font that it may open', () => {
    for (const file of fontFiles()) expect(existsSync(path.join(outDir, 'fonts', file)), file).toBe(true)
  })

  test('makes a PDF with the fonts beside it', () => {
    const pdf = execFileSync(process.execPath, [path.join(outDir, 'program.js')], { cwd: tmpdir(), maxBuffer: 1 << 26 })
    expect(pdf.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
    expect(pdf.toString('latin1')).toContain('noto-sans-jp')
  })
})
