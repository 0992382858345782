import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { caseGraphOf } from '../../../main/bundle/format/case-graph.ts'
import { jsonText } from '../../../main/bundle/format/json-text.ts'
import { verifyText } from '../../../main/bundle/format/verify-text.ts'
import type { VerifyTextFacts } from '../../../main/bundle/format/verify-text.ts'
import { earlierPaperVersions, papers, paperVersions } from '../../../shared/schema/papers.ts'
import type { Paper } from '../../../shared/schema/papers.ts'
import { placeEvidence } from '../../../main/bundle/write/plan.ts'
import { openFonts } from '../../../main/report/fonts/font-shelf.ts'
import { renderPdf } from '../../../main/report/pdf/render-pdf.ts'
import { repackedPdf } from '../../support/repacked-pdf.ts'
import { renderHtml } from '../../../main/report/html/render-html.ts'
import { reportOf } from '../../../main/report/report-of.ts'
import { keyId } from '../../../main/seal/signature.ts'
import { SampleCase, workedCase } from '../report/sample-contents.ts'
import { makeDevice } from '../seal/support.ts'

const keyOf = (number: number) => {
  const { spki } = makeDevice(number)
  return { kid: keyId(spki), spki }
}

const alone: VerifyTextFacts = {
  caseNumber: 'CASE-ACME-20261121-00001',
  topFolder: 'CASE-ACME-20261121-00001',
  ...keyOf(71),
  firstKey: null,
  hubKey: null,
  hub: null,
  log: [],
  hasPage: false,
}

const contents = workedCase(new SampleCase(makeDevice(74).privateKey)).contents()

/** A PDF without how its streams are packed, which other machines do otherwise. */
const unpackedPdf = async (): Promise<Iterable<Buffer>> => {
  const parts: Uint8Array[] = []
  for await (const part of renderPdf(reportOf(contents), openFonts())) parts.push(part)
  return [repackedPdf(Buffer.concat(parts), (content) => content)]
}

/** Each paper as its writer makes it of facts that never change. */
const samples: Readonly<Record<Paper, (version: number) => Iterable<string | Buffer> | Promise<Iterable<Buffer>>>> = {
  'VERIFY.txt': (version) => [
    verifyText(alone, version),
    verifyText(
      {
        ...alone,
        firstKey: keyOf(72),
        hubKey: keyOf(73),
        hub: { kid: keyOf(73).kid },
        log: ['cosigned', 'timestamped'],
        hasPage: true,
      },
      version,
    ),
  ],
  'data/report.html': () => renderHtml(reportOf(contents)),
  'data/report.pdf': unpackedPdf,
  'data/case.jsonld': () => [jsonText(caseGraphOf(contents, placeEvidence(contents.evidence)))],
}

/**
 * The SHA-256 of each sample, by the version that made it. Bundles out there name the version that wrote their papers:
 * where a sample comes out otherwise, its paper needs the next version in shared/schema/papers.ts, and this list the
 * new version with the new hash.
 */
const made: readonly (readonly [paper: Paper, version: number, sha256: string])[] = [
  ['VERIFY.txt', 1, '454566c864f7e60c75dfa8f82bf26a6659347e65d1eb86c9368545a5197afe22'],
  ['VERIFY.txt', 2, 'e231781f1ca5be5d458028c3c812825d56a5d40fccf7623d17b3633fd6ccf9d4'],
  ['VERIFY.txt', 3, '2e912f0ddee1ec969f7876b502a5f1b83480c1bce1b7d6f3e24a527e89d6c873'],
  ['data/report.html', 1, '21ba33a7122a574d539c3c66672753e6341c6b72ddef90fd34381af7e6095704'],
  ['data/report.pdf', 1, 'e7dfc8a72b8c5b6405c5edb162a3eefbe59bbf04cbb943228ddbddc955d3de93'],
  ['data/case.jsonld', 1, 'e369af482ffbf4d869a3099d94800f7046d87a7b7b5ee40902e890c4d42b3def'],
]

describe('B-111: a writer that writes otherwise is one of another version', () => {
  test.each(made)('%s, version %i', async (paper, version, sha256) => {
    const hash = createHash('sha256')
    for (const part of await samples[paper](version)) hash.update(part)
    expect(hash.digest('hex')).toBe(sha256)
  })

  test('the newest version of each paper writes, and each version that is read again is in this list', () => {
    const known = papers.flatMap((paper) =>
      [...(earlierPaperVersions[paper] ?? []), paperVersions[paper]].map((version) => [paper, version]),
    )
    expect(made.map(([paper, version]) => [paper, version])).toEqual(known)
  })
})
