import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { readFile } from 'node:fs/promises'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { mail } from '../../support/outlook-mail.ts'

interface Told {
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly found: readonly { readonly text?: string }[]
}

/** What the thread of a built part tells of some bytes. */
const told = async (part: string, bytes: Uint8Array): Promise<readonly string[]> => {
  const worker = new Worker(new URL(`../../../dist/${part}/evidence-text.worker.js`, import.meta.url), {
    workerData: { name: 'piece', size: bytes.length },
    env: {},
    stdout: true,
    stderr: true,
  })
  const texts: string[] = []
  try {
    for (;;) {
      const [reply] = (await once(worker, 'message')) as [Told]
      if (reply.kind === 'end') return texts
      if (reply.kind === 'found') texts.push(...reply.found.flatMap(({ text }) => text ?? []))
      worker.postMessage(reply.kind === 'bytes' ? Uint8Array.from(bytes.subarray(reply.start, reply.end)) : null)
    }
  } finally {
    await worker.terminate()
  }
}

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../fixtures/evidence-text/${name}`, import.meta.url))

const pdf = (): Promise<Buffer> =>
  new Promise((resolve) => {
    const document = new PDFDocument()
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.text('written by pdfkit').end()
  })

describe('the thread that reads evidence, as it is shipped', () => {
  it.each(['service', 'cli'])('reads in the %s what it reads from sources', async (part) => {
    expect(await told(part, Buffer.from('Grüße'))).toEqual(['Grüße'])
    expect(await told(part, await pdf())).toContain('written by pdfkit')
    expect(await told(part, Buffer.from('<html><p>a page</p></html>'))).toEqual(['a page'])
    expect(await told(part, Buffer.from('From: a@example.com\nSubject: b\n\nthe body'))).toContain('the body')
    expect(await told(part, Buffer.from('{\\rtf1 a letter}'))).toEqual(['a letter'])
    expect(await told(part, mail())).toContain('Überweisung')
    expect(await told(part, await fixture('python-docx.docx'))).toContain('Confidential')
    expect(await told(part, await fixture('openpyxl.xlsx'))).toContain('off the books')
  })
})
