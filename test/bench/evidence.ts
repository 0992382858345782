import { execFileSync } from 'node:child_process'
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Acquisition, EvidenceItem } from '../../shared/schema/evidence.ts'
import { freshWorkspace, serve, v1Headers, type LiveService } from '../support/live-service.ts'
import { type BenchLine, median } from './report.ts'

const smallFiles = Number(process.env['FIELDSEAL_BENCH_FILES'] ?? 10_000)
const smallBytes = 16_384
const bigBytes = Number(process.env['FIELDSEAL_BENCH_BYTES'] ?? 5 * 2 ** 30)
const chunkBytes = 1_048_576
const memoryAim = 300
const rounds = 3

/** A source of random bytes on the disk: a folder of small files, or one long file. */
const makeFiles = (folder: string, count: number, bytes: number): void => {
  mkdirSync(folder, { recursive: true })
  const chunk = randomBytes(Math.min(bytes, 64 * chunkBytes))
  for (let n = 0; n < count; n++) {
    const handle = openSync(path.join(folder, `file-${String(n).padStart(5, '0')}.bin`), 'w')
    for (let written = 0; written < bytes; written += chunk.length) {
      // No two files and no two parts are alike.
      chunk.writeUInt32BE((n * 7_919 + written) % 2 ** 32, 0)
      writeSync(handle, chunk, 0, Math.min(chunk.length, bytes - written))
    }
    closeSync(handle)
  }
}

/**
 * The limit: each file read, hashed with SHA-256, encrypted with AES-256-GCM, written and synced, one after the other.
 */
const limitRate = (source: string): number => {
  const target = mkdtempSync(path.join(tmpdir(), 'fieldseal-bench-limit-'))
  const buffer = Buffer.allocUnsafe(chunkBytes)
  let total = 0
  const start = performance.now()
  for (const name of readdirSync(source)) {
    const from = openSync(path.join(source, name), 'r')
    const to = openSync(path.join(target, name), 'w')
    const hash = createHash('sha256')
    const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
    for (let read = readSync(from, buffer); read > 0; read = readSync(from, buffer)) {
      const bytes = buffer.subarray(0, read)
      hash.update(bytes)
      writeSync(to, cipher.update(bytes))
      total += read
    }
    cipher.final()
    hash.digest()
    fsyncSync(to)
    closeSync(to)
    closeSync(from)
  }
  const rate = total / 2 ** 20 / ((performance.now() - start) / 1000)
  rmSync(target, { recursive: true })
  return rate
}

interface Session {
  readonly service: LiveService
  readonly dataDir: string
  call<T>(method: string, address: string, body?: unknown): Promise<T>
}

const openSession = async (): Promise<Session> => {
  const { dataDir, credentials } = freshWorkspace()
  const service = await serve(dataDir, { FIELDSEAL_LOG: 'error', FIELDSEAL_RATE_PER_CREDENTIAL: '0' })
  const local = JSON.parse(readFileSync(path.join(dataDir, 'service.json'), 'utf8')) as { institution_key: string }
  const headers = { ...v1Headers(credentials), 'x-api-key': local.institution_key, 'content-type': 'application/json' }
  return {
    service,
    dataDir,
    call: async <T>(method: string, address: string, body?: unknown) => {
      const answer = await fetch(new URL(address, service.url), {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return ((await answer.json()) as { data: T }).data
    },
  }
}

const residentMebibytes = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Acquires a source through the service. @returns MiB/s, and the highest resident memory of the service in MiB */
const acquire = async (session: Session, source: string): Promise<{ rate: number; peak: number; caseId: number }> => {
  const { id: caseId } = await session.call<{ id: number }>('POST', '/v1/cases', {
    title: 'Bench',
    description: 'Evidence by the thousand.',
    priority: 'low',
  })
  let peak = 0
  const start = performance.now()
  let told = await session.call<Acquisition>('POST', `/v1/cases/${caseId}/acquisitions`, { path: source })
  while (told.state === 'running') {
    peak = Math.max(peak, residentMebibytes(session.service.process.pid))
    await new Promise((resolve) => setTimeout(resolve, 20))
    told = await session.call<Acquisition>('GET', `/v1/acquisitions/${told.id}`)
  }
  if (told.state !== 'done' || told.problems_total > 0) throw new Error(told.error ?? JSON.stringify(told.problems))
  return { rate: told.bytes_done / 2 ** 20 / ((performance.now() - start) / 1000), peak, caseId }
}

/** Holds every recorded hash against what `sha256sum` says of the source. @returns how many were compared */
const compareHashes = async (session: Session, caseId: number, source: string): Promise<number> => {
  const listed = execFileSync('sh', ['-c', 'find . -type f -print0 | xargs -0 sha256sum'], {
    cwd: source,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const expected = new Map(
    listed
      .trim()
      .split('\n')
      .map((line) => [line.slice(66).replace(/^\.\//, ''), line.slice(0, 64)]),
  )
  let compared = 0
  for (let page = 1; compared < expected.size; page++) {
    const items = await session.call<EvidenceItem[]>('GET', `/v1/cases/${caseId}/evidence?size=100&page=${page}`)
    if (items.length === 0) break
    for (const item of items) {
      if (expected.get(item.path ?? item.name) !== item.sha256)
        throw new Error(`the hash of ${item.name} is not that of sha256sum`)
      compared += 1
    }
  }
  if (compared !== expected.size) throw new Error(`${compared} of ${expected.size} files became evidence`)
  return compared
}

const benchSource = async (name: string, source: string, repeats: number): Promise<BenchLine[]> => {
  const ours: number[] = []
  const limits: number[] = []
  let peak = 0
  for (let round = 0; round < repeats; round++) {
    limits.push(limitRate(source))
    const session = await openSession()
    const done = await acquire(session, source)
    ours.push(done.rate)
    peak = Math.max(peak, done.peak)
    if (round === 0)
      console.log(
        `${name}: ${(await compareHashes(session, done.caseId, source)).toLocaleString('en')} hashes equal sha256sum's`,
      )
    await session.service.stop()
    rmSync(path.dirname(session.dataDir), { recursive: true })
  }
  const [rate, limit] = [median(ours), median(limits)]
  return [
    {
      name,
      unit: 'MiB/s',
      ours: rate,
      limit,
      limitName: 'SHA-256 + AES-256-GCM + fsync',
      ratio: rate / limit,
      aim: '>= 0.8',
      met: rate / limit >= 0.8,
    },
    {
      name: `${name}, peak resident memory`,
      unit: 'MiB',
      ours: peak,
      limit: memoryAim,
      limitName: 'allowed',
      ratio: memoryAim / peak,
      aim: '>= 1',
      met: peak < memoryAim,
    },
  ]
}

/**
 * Acquisition of many small files and of one long one, beside the same bytes hashed, encrypted and synced by a bare
 * loop.
 */
export const benchEvidence = async (): Promise<BenchLine[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-bench-evidence-'))
  try {
    const small = path.join(folder, 'small')
    makeFiles(small, smallFiles, smallBytes)
    const lines = await benchSource(`acquisition of ${smallFiles.toLocaleString('en')} files of 16 KiB`, small, rounds)
    rmSync(small, { recursive: true })
    const big = path.join(folder, 'big')
    makeFiles(big, 1, bigBytes)
    return [
      ...lines,
      ...(await benchSource(`acquisition of one file of ${(bigBytes / 2 ** 30).toPrecision(2)} GiB`, big, rounds)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
