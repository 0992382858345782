import { describe, expect, it } from 'vitest'
import { readHere, shown } from './reading.ts'

const of = async (rtf: string) => await readHere(Buffer.from(rtf, 'latin1'))

describe('the text of RTF', () => {
  it('is what is shown, in the encodings of its fonts, with what it says of itself', async () => {
    const { all, format, lacks } = await of(
      String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial CYR;}{\f2\fcharset128 MS Gothic;}}
{\colortbl;\red255\green0\blue0;}{\stylesheet{\s1 heading;}}{\info{\title The letter}{\author J\'fcrgen}}
{\*\generator Riched20;}\f0\fs20 Gr\'fc\'dfe \b from\b0  Vienna\par
{\f1 \'cf\'f0\'e8\'e2\'e5\'f2}\line \u8364? 1,234.50\u-10179?\u-8704?\par
{\f2\'93\'fa\'96\'7b}\tab\{braces\}\emdash{\*\unknown hidden}\~end
{\field{\*\fldinst{HYPERLINK "https://evil.example/x"}}{\fldrslt the bank}}
{\footnote a note}{\pict\wmetafile8 0102030405060708}\row}`,
    )
    expect({ format, lacks }).toEqual({ format: 'rtf', lacks: [] })
    expect(shown(all)).toEqual([
      'header Title | The letter',
      'header Author | Jürgen',
      'header Link | https://evil.example/x',
      ' | Grüße from Vienna\nПривет\n€ 1,234.50😀\n日本\t{braces}— endthe banka note',
    ])
  })

  it('passes over binary data, and names what is embedded', async () => {
    const { all, lacks } = await of(
      `{\\rtf1 before {\\object\\objemb{\\*\\objdata 010203}{\\result{\\pict\\bin6 }{\\}}}}after}}`,
    )
    expect(shown(all)).toEqual([' | before after'])
    expect(lacks).toEqual([{ way: [], lack: { kind: 'no_text', format: 'embedded_object' } }])
  })

  it('is that of the page where it was made from HTML', async () => {
    const { all } = await of(
      String.raw`{\rtf1\ansi\fromhtml1 {\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Dear Jane\htmlrtf\par}\htmlrtf0 {\*\htmltag72 </p>}}`,
    )
    expect(shown(all)).toEqual([' | Dear Jane'])
  })

  it('is read as far as a hostile document goes', async () => {
    const deep = await of(`{\\rtf1 before\\par ${'{'.repeat(1_000_000)}`)
    expect(shown(deep.all)).toEqual([' | before'])
    expect(deep.lacks).toEqual([
      { way: [], lack: { kind: 'damaged', message: 'it is nested deeper than 10000 groups' } },
    ])
    expect(shown((await of(`{\\rtf1 open \\bin99999999999 x`)).all)).toEqual([' | open'])
    expect(shown((await of(`{\\rtf1 ${'\\u0?'.repeat(100_000)} end`)).all).join('')).toContain('end')
  })
})
