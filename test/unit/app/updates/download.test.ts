import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { downloadFile, downloadPlace, type DownloadParts } from '../../../../main/app/updates/download.ts'
import { folderSource } from '../../../../main/app/updates/folderSource.ts'
import type { UpdateSource } from '../../../../main/app/updates/source.ts'
import { webSource } from '../../../../main/app/updates/webSource.ts'
import { feedName } from '../../../../main/update/places.ts'
import { fileOf } from '../../update/support.ts'

const content = 'the application, which has some length'
const wanted = fileOf(content)

let folder: string
let server: Server | null = null
const sources: UpdateSource[] = []

const parts = (source: UpdateSource, more: Partial<DownloadParts> = {}): DownloadParts => {
  sources.push(source)
  return { source, folder: path.join(folder, 'updates'), freeBytes: () => 1e12, onProgress: () => undefined, ...more }
}

const part = () => `${downloadPlace(path.join(folder, 'updates'), wanted)}.part`

/** A web server that answers as it is told. */
const served = async (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<UpdateSource> => {
  const made = createServer(answer)
  server = made
  await new Promise<void>((resolve) => {
    made.listen(0, '127.0.0.1', resolve)
  })
  return webSource(`http://127.0.0.1:${(made.address() as AddressInfo).port}/updates`, {})
}

/** Answers a range as a web server does. */
const ranged = ({ headers }: IncomingMessage, response: ServerResponse, text = content): void => {
  const from = Number(/^bytes=(\d+)-$/u.exec(headers.range ?? '')?.[1] ?? 0)
  response.writeHead(
    from === 0 ? 200 : 206,
    from === 0 ? {} : { 'content-range': `bytes ${from}-${text.length - 1}/${text.length}` },
  )
  response.end(text.slice(from))
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-download-'))
})
afterEach(async () => {
  for (const source of sources.splice(0)) source.close()
  const open = server
  server = null
  if (open !== null)
    await new Promise((resolve) => {
      open.close(resolve)
      open.closeAllConnections()
    })
  rmSync(folder, { recursive: true, force: true })
})

describe('U-50: a file gets its name when it is the one of the feed', () => {
  test('from a folder, and from the web', async () => {
    writeFileSync(path.join(folder, wanted.name), content)
    const fromFolder = await downloadFile(parts(folderSource(folder)), wanted)
    expect(fromFolder).toEqual({ ok: true, value: downloadPlace(path.join(folder, 'updates'), wanted) })
    rmSync(path.join(folder, 'updates'), { recursive: true })
    let asked = ''
    const source = await served((request, response) => {
      asked = request.url ?? ''
      ranged(request, response)
    })
    expect(await downloadFile(parts(source), wanted)).toEqual(fromFolder)
    expect(asked).toBe(`/updates/${wanted.name}`)
    expect(readFileSync(downloadPlace(path.join(folder, 'updates'), wanted), 'utf8')).toBe(content)
  })

  test('one that is there already is not fetched again; one that was changed is', async () => {
    let asked = 0
    const source = await served((request, response) => {
      asked += 1
      ranged(request, response)
    })
    await downloadFile(parts(source), wanted)
    await downloadFile(parts(source), wanted)
    expect(asked).toBe(1)
    writeFileSync(downloadPlace(path.join(folder, 'updates'), wanted), content.toUpperCase())
    expect(await downloadFile(parts(source), wanted)).toMatchObject({ ok: true })
    expect(asked).toBe(2)
  })

  test('a swapped file and a flipped byte are refused, and nothing of them stays', async () => {
    const source = await served((request, response) =>
      ranged(request, response, content.replace('application', 'Application')),
    )
    expect(await downloadFile(parts(source), wanted)).toMatchObject({ ok: false, error: { code: 'file_changed' } })
    expect(readdirSync(path.join(folder, 'updates'))).toEqual([])
  })

  test('a file without an end is broken off where it is longer than the feed says', async () => {
    const source = await served((_request, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(100), () => setImmediate(more))
      }
      more()
    })
    expect(await downloadFile(parts(source), wanted)).toMatchObject({ error: { code: 'file_too_long' } })
    expect(readdirSync(path.join(folder, 'updates'))).toEqual([])
  })

  test('files of other releases go', async () => {
    writeFileSync(path.join(folder, wanted.name), content)
    const other = fileOf('another one')
    await downloadFile(parts(folderSource(folder)), wanted)
    writeFileSync(path.join(folder, other.name), 'another one')
    await downloadFile(parts(folderSource(folder)), other)
    expect(readdirSync(path.join(folder, 'updates'))).toEqual([path.basename(downloadPlace('', other))])
  })
})

describe('U-51: a download that broke off is gone on with', () => {
  test('half a file is refused in words, kept, and only the rest is fetched then', async () => {
    const ranges: (string | undefined)[] = []
    const source = await served((request, response) => {
      ranges.push(request.headers.range)
      if (ranges.length > 1) ranged(request, response)
      else response.end(content.slice(0, 10))
    })
    expect(await downloadFile(parts(source), wanted)).toMatchObject({
      ok: false,
      error: { code: 'file_cut_off', message: expect.stringContaining('10 of 38 bytes') as unknown },
    })
    expect(readFileSync(part(), 'utf8')).toBe(content.slice(0, 10))
    expect(await downloadFile(parts(source), wanted)).toMatchObject({ ok: true })
    expect(ranges).toEqual([undefined, 'bytes=10-'])
  })

  test('a connection that is cut is told as that', async () => {
    const source = await served((_request, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.slice(0, 10), () => response.destroy())
    })
    expect(await downloadFile(parts(source), wanted)).toMatchObject({ error: { code: 'file_cut_off' } })
  })

  test('where the web server gives all of it again, all of it is taken again', async () => {
    const source = await served((_request, response) => response.end(content))
    await downloadFile(parts(source), fileOf('another one'))
    writeFileSync(part(), content.slice(0, 10))
    expect(await downloadFile(parts(source), wanted)).toMatchObject({ ok: true })
  })

  test('a part that is none of the file is found by its hash, and not gone on with twice', async () => {
    writeFileSync(path.join(folder, wanted.name), content)
    await downloadFile(parts(folderSource(folder)), wanted)
    rmSync(downloadPlace(path.join(folder, 'updates'), wanted))
    writeFileSync(part(), 'X'.repeat(10))
    expect(await downloadFile(parts(folderSource(folder)), wanted)).toMatchObject({ error: { code: 'file_changed' } })
    expect(await downloadFile(parts(folderSource(folder)), wanted)).toMatchObject({ ok: true })
    rmSync(downloadPlace(path.join(folder, 'updates'), wanted))
    writeFileSync(part(), 'X'.repeat(100))
    expect(await downloadFile(parts(folderSource(folder)), wanted)).toMatchObject({ error: { code: 'file_too_long' } })
  })
})

describe('what stands in the way is said in words', () => {
  test('a disk with too little room, before anything is fetched', async () => {
    writeFileSync(path.join(folder, wanted.name), content)
    const refused = await downloadFile(parts(folderSource(folder), { freeBytes: () => 1_000 }), wanted)
    expect(refused).toMatchObject({
      error: { code: 'disk_full', message: expect.stringContaining('MB are needed') as unknown },
    })
    expect(readdirSync(path.join(folder, 'updates'))).toEqual([])
  })

  test('a pipe in the place of a file is none, and is not waited for', async () => {
    for (const name of [feedName, wanted.name]) execFileSync('mkfifo', [path.join(folder, name)])
    expect(await folderSource(folder).read(feedName, 100)).toMatchObject({ error: { code: 'source_unreachable' } })
    expect(await downloadFile(parts(folderSource(folder)), wanted)).toMatchObject({
      error: { code: 'source_unreachable' },
    })
  })

  test('a feed that is not there, or is longer than any', async () => {
    const source = folderSource(folder)
    expect(await source.read(feedName, 100)).toMatchObject({ error: { code: 'feed_missing' } })
    writeFileSync(path.join(folder, feedName), 'x'.repeat(101))
    expect(await source.read(feedName, 100)).toMatchObject({ error: { code: 'feed_malformed' } })
    expect(await source.read(feedName, 101)).toMatchObject({ ok: true })
  })

  test('a folder that is not there, an answer that is none, and a redirection, which is not followed', async () => {
    expect(await downloadFile(parts(folderSource(path.join(folder, 'nowhere'))), wanted)).toMatchObject({
      error: { code: 'source_unreachable' },
    })
    const source = await served((request, response) => {
      if (request.url?.endsWith('elsewhere') === true) response.end(content)
      else response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(await downloadFile(parts(source), wanted)).toMatchObject({
      error: { code: 'source_unreachable', message: expect.stringContaining('it answers 302') as unknown },
    })
    expect(await downloadFile(parts(webSource('http://127.0.0.1:9', {})), wanted)).toMatchObject({
      error: { code: 'source_unreachable' },
    })
  })
})
