import type { TextReader } from '../../../../domain/imports/encoding.ts'

/** The order of the bytes of UTF-32. */
export type WideOrder = 'little' | 'big'

/** Whether bytes are UTF-32, and in which order: by their mark, or by the zero bytes of plain letters. */
export const isUtf32 = (head: Uint8Array): WideOrder | null => {
  if (head[0] === 0xff && head[1] === 0xfe && head[2] === 0 && head[3] === 0) return 'little'
  if (head[0] === 0 && head[1] === 0 && head[2] === 0xfe && head[3] === 0xff) return 'big'
  const quads = Math.floor(head.length / 4)
  if (quads < 2) return null
  const view = new DataView(head.buffer, head.byteOffset, quads * 4)
  const share = (isLittle: boolean): number => {
    let found = 0
    for (let at = 0; at < quads * 4; at += 4) {
      const code = view.getUint32(at, isLittle)
      if (code >= 0x09 && code < 0x2_0000) found += 1
    }
    return found / quads
  }
  if (share(true) > 0.9) return 'little'
  return share(false) > 0.9 ? 'big' : null
}

const signOf = (code: number): string =>
  code > 0x10_ffff || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code)

/** Reads UTF-32 (Unicode, section 3.10); what is no code point becomes U+FFFD. */
export const utf32Reader = (order: WideOrder): TextReader => {
  let rest = Buffer.alloc(0)
  return {
    push: (chunk) => {
      const bytes = Buffer.concat([rest, chunk])
      const whole = bytes.length - (bytes.length % 4)
      const signs: string[] = []
      for (let at = 0; at < whole; at += 4)
        signs.push(signOf(order === 'little' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)))
      rest = bytes.subarray(whole)
      return signs.join('')
    },
    end: () => (rest.length === 0 ? '' : '\ufffd'),
  }
}
