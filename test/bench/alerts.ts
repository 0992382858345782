import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Effectiveness, RatioFigure } from '../../shared/schema/metrics.ts'
import { havePayments, payments } from '../conformance/dataset.ts'
import { type Credentials, freshToken, freshWorkspace, runCli, serve, v1Headers } from '../support/live-service.ts'
import type { BenchLine } from './report.ts'

/** Days of the history, of which a model learns a week, and of the week that is measured after it. */
const historyUntil = '2018-07-25'
const measuredUntil = '2018-08-01'
const learnt = '2018-07-11..2018-07-17'
/** Alerts of 1,000 payments that the shipped model raises at most. */
const limit = 5

type Call = <T>(method: string, at: string, body?: unknown) => Promise<T>

/** Calls the service of a folder, which is stopped afterwards. */
const withService = async <T>(
  { dataDir, credentials }: { readonly dataDir: string; readonly credentials: Credentials },
  work: (call: Call) => Promise<T>,
): Promise<T> => {
  const service = await serve(dataDir)
  const headers = v1Headers(credentials, freshToken(dataDir, credentials.user_id))
  try {
    return await work(async <A>(method: string, at: string, body?: unknown) => {
      const answer = await fetch(new URL(at, service.url), {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { data: A }).data
    })
  } finally {
    await service.stop()
  }
}

const retireRules = async (call: Call): Promise<void> => {
  for (const { key } of await call<readonly { key: string }[]>('GET', '/v1/rules')) {
    const { versions } = await call<{ versions: readonly { state: string; content_id: string }[] }>(
      'GET',
      `/v1/rules/${key}`,
    )
    const live = versions.find(({ state }) => state === 'live')
    if (live !== undefined) await call('POST', `/v1/rules/${key}/move`, { content_id: live.content_id, to: 'retired' })
  }
}

const activate = (call: Call, id: string | null): Promise<unknown> =>
  call('PUT', '/v1/models/in-force', { model_id: id })

const addModel = async (call: Call, file: string): Promise<void> => {
  const { id } = await call<{ id: string }>('POST', '/v1/models', {
    name: 'One week',
    version: '1',
    file: readFileSync(file, 'utf8'),
  })
  await activate(call, id)
}

const imported = (dataDir: string, file: string): void => {
  const run = runCli('import', 'transactions', file, '--data', dataDir, '--currency', 'EUR')
  if (run.code !== 0) throw new Error(`the import failed: ${run.stderr}`)
}

const share = ({ value, interval, numerator, denominator }: RatioFigure): string =>
  `${value?.toFixed(3) ?? '-'} (${interval?.low.toFixed(3) ?? '-'} to ${interval?.high.toFixed(3) ?? '-'}; ${numerator} of ${denominator})`

const told = (name: string, { counts, precision, recall, money_caught: [money] = [] }: Effectiveness): void => {
  const [low, high] = [money?.interval?.low, money?.interval?.high].map((value) => value?.toFixed(3) ?? '-')
  const figures = [
    `${counts.raised} of ${counts.transactions_scored} payments`,
    `precision ${share(precision)}`,
    `recall ${recall === undefined ? '-' : share(recall)}`,
    `of the money ${money?.share.toFixed(3) ?? '-'} (${low} to ${high})`,
  ]
  console.log(`alerts, ${name}: ${figures.join(', ')}`)
}

/**
 * What a new workspace raises of a week of real payments after 44 days of history, imported as a person does it, with
 * the starter rules, the shipped model, and a model that learnt for a week (docs/detection/models.md).
 */
export const benchAlerts = async (): Promise<readonly BenchLine[]> => {
  if (!havePayments()) return []
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-bench-'))
  const [header = '', ...rows] = gunzipSync(readFileSync(payments)).toString('latin1').trim().split('\n')
  const fileOf = (name: string, from: string, to: string): string => {
    const kept = rows.filter((row) => {
      const [, time = ''] = row.split(',', 2)
      return time >= from && time < to
    })
    writeFileSync(path.join(folder, name), `${[header, ...kept].join('\n')}\n`)
    return path.join(folder, name)
  }
  const history = fileOf('history.csv', '', historyUntil)
  const week = fileOf('week.csv', historyUntil, measuredUntil)
  const model = path.join(folder, 'model.json')
  const trained = runCli('model', 'train', history, '--train', learnt, '--out', model)
  if (trained.code !== 0) throw new Error(`the training failed: ${trained.stderr}`)

  const measure = async (name: string, begin: (call: Call) => Promise<unknown>): Promise<number> => {
    const made = freshWorkspace()
    await withService(made, begin)
    imported(made.dataDir, history)
    const from = new Date().toISOString()
    imported(made.dataDir, week)
    const figures = await withService(made, (call) =>
      call<Effectiveness>('GET', `/v1/metrics/effectiveness?from=${from}`),
    )
    told(name, figures)
    return (figures.counts.raised / figures.counts.transactions_scored) * 1_000
  }
  // What rules and a model of one's own raise is told beside it, and has no aim: they find more.
  await measure('starter rules and shipped model', () => Promise.resolve())
  await measure('starter rules alone', (call) => activate(call, null))
  await measure('starter rules and a model of one week', (call) => addModel(call, model))
  const ours = await measure('shipped model alone', retireRules)
  rmSync(folder, { recursive: true, force: true })
  return [
    {
      name: 'alerts of a week of payments, shipped model',
      unit: 'of 1,000',
      ours,
      limit,
      limitName: 'aim of the shipped model',
      ratio: limit / ours,
      aim: 'below',
      met: ours <= limit,
    },
  ]
}
