import {
  PDFDataRangeTransport,
  PDFWorker,
  PasswordResponses,
  getDocument,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import PdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker&inline'
import type { Piece } from '../connect.ts'
import { BundledFiles } from './assets.ts'

/** Pictures with more pixels than this are left out of a page. */
const imagePixelsMax = 100_000_000

class PieceTransport extends PDFDataRangeTransport {
  readonly #piece: Piece
  readonly #failed: (error: unknown) => void

  constructor(piece: Piece, failed: (error: unknown) => void) {
    super(piece.file.size, null)
    this.#piece = piece
    this.#failed = failed
  }

  override requestDataRange(begin: number, end: number): void {
    this.#piece.read(begin, end - begin).then((bytes) => this.onDataRange(begin, bytes), this.#failed)
  }
}

/** Asks for a password; `wrong` after one that did not open the document. */
export type AskPassword = (wrong: boolean) => Promise<string>

/**
 * Opens a document by reading only the parts of it that are needed. Nothing in it is carried out: its scripts and XFA
 * forms are not run (their engines are not in this program), its links are not drawn as links, its files are not
 * opened. Rejects where it is no PDF.
 */
export const openDocument = (piece: Piece, askPassword: AskPassword): Promise<PDFDocumentProxy> =>
  new Promise((resolve, reject) => {
    const worker = new PdfWorker()
    worker.addEventListener('error', () => reject(new Error('the reader of PDF did not start')))
    const task = getDocument({
      range: new PieceTransport(piece, reject),
      worker: PDFWorker.create({ port: worker }),
      rangeChunkSize: 262_144,
      disableStream: true,
      disableAutoFetch: true,
      disableWorkerRendering: true,
      useWorkerFetch: false,
      BinaryDataFactory: BundledFiles,
      cMapUrl: 'cmaps/',
      wasmUrl: 'wasm/',
      // Fonts that are not in the document are the computer's own, by name; no address of a font is ever made.
      useSystemFonts: true,
      enableXfa: false,
      maxImageSize: imagePixelsMax,
      verbosity: 0,
    })
    task.onPassword = (use: (password: string) => void, reason: number) => {
      askPassword(reason === PasswordResponses.INCORRECT_PASSWORD).then(use, reject)
    }
    task.promise.then(resolve, reject)
  })
