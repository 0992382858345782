import qcms from 'pdfjs-dist/wasm/qcms_bg.wasm?url&inline'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url&inline'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url&inline'

/**
 * What PDF.js would fetch while it reads a document: character maps, the two fonts of signs, decoders and colour
 * profiles. The viewer has no network, so they are part of its script.
 */
const cmaps = import.meta.glob<string>('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  eager: true,
  query: '?url&inline',
  import: 'default',
})
const fonts = import.meta.glob<string>('../../node_modules/pdfjs-dist/standard_fonts/Foxit{Symbol,Dingbats}.pfb', {
  eager: true,
  query: '?url&inline',
  import: 'default',
})

const byName = new Map<string, string>([
  ...Object.entries({ ...cmaps, ...fonts }).map(([file, data]): [string, string] => [
    file.slice(file.lastIndexOf('/') + 1),
    data,
  ]),
  ['qcms_bg.wasm', qcms],
  ['jbig2.wasm', jbig2],
  ['openjpeg.wasm', openjpeg],
])

const decode = (dataUrl: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (char) => char.charCodeAt(0))

/** Gives PDF.js its files out of the script (its `BinaryDataFactory` option). */
export class BundledFiles {
  fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const found = byName.get(filename)
    return found === undefined ? Promise.reject(new Error(`no ${filename}`)) : Promise.resolve(decode(found))
  }
}
