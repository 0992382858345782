import { describe, expect, it } from 'vitest'
import { readHere, shown } from './reading.ts'

const page = `<!DOCTYPE html>
<html><head><meta charset="windows-1251"><title>Order &amp; receipt</title>
<style>p { color: red }</style><script>document.write('<p>never')</script></head>
<body><!-- a comment --><h1>Invoice&nbsp;7</h1><p>Dear <b>Jane</b>,<br>pay <i>now</i>:
<a href="https://evil.example/pay">your bank</a> or <a href="https://good.example/">https://good.example/</a></p>
<table><tr><th>Item</th><th>Sum</th></tr><tr><td>Coins</td><td>1,234.50</td></tr></table>
<img src="https://tracker.example/x.gif" alt="Logo of the bank"><textarea><b>typed</textarea>
<noscript>Without scripts</noscript></body></html>`

describe('the text of an HTML page', () => {
  it('is what is shown, with where links lead, without scripts, styles and comments', async () => {
    const { all, format, lacks } = await readHere(Buffer.from(page))
    expect({ format, lacks }).toEqual({ format: 'html', lacks: [] })
    expect(shown(all)).toEqual([
      'header Title | Order & receipt',
      [
        ' | Invoice 7',
        'Dear Jane,',
        'pay now: your bank <https://evil.example/pay> or https://good.example/',
        'Item\tSum',
        'Coins\t1,234.50',
        'Logo of the bank <b>typed',
        'Without scripts',
      ].join('\n'),
    ])
  })

  it('is read in the encoding that it declares', async () => {
    const bytes = Buffer.concat([Buffer.from('<html><meta charset="windows-1251"><p>'), Buffer.from([0xcf, 0xe0])])
    expect(shown((await readHere(bytes)).all)).toEqual([' | Па'])
  })

  it('comes in passages where it is long, and nested deeply does no harm', async () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`)
    const long = `<html><body>${words.map((word) => `<p>${word}</p>`).join('')}</body></html>`
    const { all } = await readHere(Buffer.from(long))
    expect(all.every(({ text }) => text.length <= 2_000)).toBe(true)
    expect(
      all
        .map(({ text }) => text)
        .join('\n')
        .split('\n'),
    ).toEqual(words)
    const deep = `<html>${'<div><a href="http://x.example/">'.repeat(200_000)}found`
    expect((await readHere(Buffer.from(deep))).all.at(-1)?.text).toContain('found')
  })
})
