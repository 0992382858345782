import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { verifyBundle } from '../../../main/bundle/check/verify-bundle.ts'
import { nodeHasher } from '../../../main/bundle/read/node-hasher.ts'
import { comparePdf } from '../../../main/bundle/read/report-pdf.ts'
import { openBundle } from '../../../main/bundle/read/open-bundle.ts'
import type { Asked, Answered } from './asked.ts'
import type { Bench, Person } from './support.ts'

type ExportStarted = Asked<Answered<'POST', `/v1/cases/${number}/exports`>>
type ExportJob = ExportStarted['data']

/** An export that was started, as it ended. */
export const endOf = async (bench: Bench, started: ExportStarted): Promise<ExportJob> => {
  expect(started.status, started.text).toBe(202)
  let { data } = started
  while (data.state === 'running') {
    await new Promise((resolve) => setImmediate(resolve))
    data = (await bench.ask('GET', `/v1/exports/${data.id}`)).data
  }
  return data
}

/** The bundle of an export as everybody can read it, found intact: the text of each file, disclosures decoded. */
export const bundleTexts = async (
  bench: Bench,
  started: ExportStarted,
  as: Person,
): Promise<Record<string, string>> => {
  const { id } = await endOf(bench, started)
  const { url } = (await bench.ask('POST', `/v1/exports/${id}/link`, { as })).data
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-bundle-'))
  try {
    const file = path.join(folder, 'bundle.zip')
    writeFileSync(file, Buffer.from(await (await fetch(bench.url + url)).arrayBuffer()))
    const opened = await openBundle(file)
    if (!opened.ok) throw new Error(opened.error)
    const { source } = opened.value
    const texts: Record<string, string> = {}
    for (const { path: name } of source.files) {
      const parts: Uint8Array[] = []
      for await (const part of source.read(name)) parts.push(part)
      const text = Buffer.concat(parts).toString('utf8')
      texts[name] = name.startsWith('data/disclosures/')
        ? text
            .split('\n')
            .map((line) => Buffer.from(line, 'base64url').toString('utf8'))
            .join('\n')
        : text
    }
    const report = await verifyBundle(source, { createHasher: nodeHasher, comparePdf })
    expect(report.verdict, JSON.stringify(report.findings)).toBe('intact')
    expect(report.papers.filter(({ state }) => state !== 'as_sealed')).toEqual([])
    await opened.value.close()
    return texts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
