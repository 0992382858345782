import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pdfMax } from '../../limits.ts'
import { assertRandom, PartLack, type TextPart } from '../../part.ts'

const load = async () => {
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  return await import('pdfjs-dist/legacy/build/pdf.mjs')
}

/**
 * Opens a document by reading only the parts of it that are needed. Nothing in it is carried out, no picture is decoded,
 * and no font or address is fetched.
 */
export const openPdf = async ({ source, characterMap }: TextPart): Promise<PDFDocumentProxy> => {
  assertRandom(source)
  if (source.size > pdfMax) throw new PartLack({ kind: 'too_large', limit: `a PDF of ${pdfMax / 1_048_576} MiB` })
  const { getDocument, PDFDataRangeTransport } = await load()
  class PartTransport extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      // Bytes that a source cannot give end the whole reading where they are asked for.
      void source
        .read(begin, Math.min(end, source.size))
        .then((bytes) => this.onDataRange(begin, Uint8Array.from(bytes)))
    }
  }
  class CharacterMaps {
    async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
      const map = kind === 'cMapUrl' ? await characterMap(filename) : new Uint8Array(0)
      if (map.length === 0) throw new Error(`there is no ${filename}`)
      return map
    }
  }
  const task = getDocument({
    range: new PartTransport(source.size, null),
    rangeChunkSize: 262_144,
    disableStream: true,
    disableAutoFetch: true,
    useWorkerFetch: false,
    BinaryDataFactory: CharacterMaps,
    cMapUrl: 'cmaps/',
    useSystemFonts: false,
    disableFontFace: true,
    isImageDecoderSupported: false,
    isOffscreenCanvasSupported: false,
    enableXfa: false,
    maxImageSize: 1,
    stopAtErrors: false,
    verbosity: 0,
  })
  return await task.promise
}
