import type { Page } from '@playwright/test'
import { windows } from '../support/preview.ts'
import { paymentsCsv, pdfOf, pieceOf, pngOf, utf16, wavOf } from '../support/preview-files.ts'
import { rawZip } from '../support/raw-zip.ts'
import { someOf } from '../support/tries.ts'
import { picture, schemesNow } from './looks.ts'
import { expect, show, test, viewer, viewerFaults } from './preview-steps.ts'

/** Looking at evidence: each kind in the sandboxed viewer, in the desktop and in Chromium. */

/** Looks at what is shown in light and dark: axe inside the frame, and a picture of each. */
const look = async (page: Page, name: string): Promise<void> => {
  for (const [index, scheme] of schemesNow().entries()) {
    await page.evaluate((wanted) => window.previewHost?.setScheme(wanted), scheme)
    await expect(viewer(page).locator(`html[data-mantine-color-scheme="${scheme}"]`)).toHaveCount(1)
    expect.soft(await viewerFaults(page, index === 0 ? 'every rule' : 'colours'), `${name}, ${scheme}`).toEqual([])
    await picture(page, `preview-${name}-${scheme}`)
  }
  await page.evaluate(() => window.previewHost?.setScheme('light'))
}

/** A second of film and a photograph, made by the browser itself. */
const recorded = (page: Page): Promise<{ webm: string; jpeg: string }> =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 320, height: 180 })
    const context = canvas.getContext('2d')
    const paint = (hue: number): void => {
      if (context === null) return
      context.fillStyle = `hsl(${hue} 70% 50%)`
      context.fillRect(0, 0, 320, 180)
    }
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.addEventListener('dataavailable', (event) => parts.push(event.data))
    recorder.start()
    for (let frame = 0; frame < 20; frame += 1) {
      paint(frame * 18)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    const webm = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    return { webm, jpeg: canvas.toDataURL('image/jpeg').replace(/^.*,/, '') }
  })

for (const kind of someOf(windows, 2)) {
  test.describe(`in the ${kind} window`, () => {
    test('an archive is a list of its files, with signs of trouble in words', async ({ open }) => {
      const { page } = await open(kind)
      const bytes = rawZip([
        { name: 'letters/' },
        { name: 'letters/invoice.pdf.exe', data: Buffer.from('MZ'), deflate: true },
        { name: 'letters/annual\u202efdp.scr', data: Buffer.from('x') },
        { name: '../../etc/passwd', data: Buffer.from('root') },
        { name: 'word/vbaProject.bin', data: Buffer.from('x') },
        { name: 'readme.txt', data: Buffer.from('Read me. '.repeat(400)), deflate: true },
      ])
      await show(page, pieceOf({ name: 'from a mail.zip', mediaType: 'application/zip', kind: 'archive' }, bytes))
      const rows = viewer(page).getByRole('row')
      await expect(rows).toHaveCount(7)
      await expect(rows.nth(2)).toContainText('program with the ending of a document before its own')
      await expect(rows.nth(3)).toContainText('annualRLOfdp.scr')
      await expect(viewer(page).getByText('4 with signs of trouble')).toBeVisible()
      // Every row has the same columns, however long its signs are.
      const places = await rows.evaluateAll((all) =>
        all.map((row) => Math.round(row.lastElementChild?.getBoundingClientRect().left ?? 0)),
      )
      expect(new Set(places).size).toBe(1)
      await look(page, `archive-${kind}`)
      const only = viewer(page).getByRole('button', { name: 'Signs of trouble only' })
      await only.focus()
      await page.keyboard.press('Enter')
      await expect(rows).toHaveCount(5)
      await expect(viewer(page).getByText('readme.txt')).toHaveCount(0)
    })

    test('a mail is its header, text, attachments and route, with signs of trouble in words', async ({ open }) => {
      const { page } = await open(kind)
      const mail = [
        'Received: from mail.evil.example (mail.evil.example [192.0.2.7]) by mx.bank.example; Mon, 23 Nov 2026 10:00:05 +0000',
        'Received: from [10.0.0.9] by mail.evil.example; Mon, 23 Nov 2026 10:00:01 +0000',
        'From: "ceo@bank.example" <ceo@evil.example>',
        'Reply-To: collect@other.example',
        'To: payments@bank.example',
        'Subject: =?utf-8?Q?Urgent=3A_=E2=82=AC_9=2C900?=',
        'Date: Mon, 23 Nov 2026 10:00:00 +0000',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>Please pay today.</p><img src="https://evil.example/seen.png"><script>alert(1)</script>',
        '<a href="https://evil.example/login">https://www.bank.example/login</a>',
        '--b',
        'Content-Type: application/pdf',
        'Content-Disposition: attachment; filename="invoice.pdf.exe"',
        'Content-Transfer-Encoding: base64',
        '',
        'TVqQAAMAAAAEAAAA',
        '--b--',
      ].join('\r\n')
      await show(page, pieceOf({ name: 'urgent.eml', mediaType: 'message/rfc822', kind: 'text' }, Buffer.from(mail)))
      const shown = viewer(page).getByRole('region', { name: 'Mail' })
      await expect(shown.getByText('Urgent: € 9,900')).toBeVisible()
      await expect(shown.getByText('Please pay today.')).toBeVisible()
      await expect(shown.locator('.mail-signs li')).toHaveText([
        "answers go to another domain than the sender's: other.example",
        "the sender's name shows another address than the sender's: ceo@bank.example",
        'the text of a link names https://www.bank.example/login, and it leads to evil.example',
        'invoice.pdf.exe: program with the ending of a document before its own',
      ])
      await expect(shown.locator('ol li').first()).toContainText('from [10.0.0.9]')
      // Nothing of it is fetched, and no link can be pressed.
      await expect(shown.locator('img, a, script')).toHaveCount(0)
      await look(page, `mail-${kind}`)
    })

    test('a picture is decoded by the browser, zoomed, turned, and told of', async ({ open }) => {
      const { page } = await open(kind)
      await show(page, pieceOf({ name: 'photo.png', mediaType: 'image/png', kind: 'image' }, pngOf(800, 500)))
      const image = viewer(page).locator('img')
      await expect(viewer(page).getByText('800 × 500 pixels')).toBeVisible()
      await expect(image).toHaveCSS('width', '800px')
      await look(page, `${kind}-image`)
      await viewer(page).getByRole('button', { name: 'Larger' }).click()
      await expect(viewer(page).locator('output')).toHaveText('150 %')
      await viewer(page).getByRole('button', { name: 'Rotate right' }).click()
      await expect(viewer(page).locator('.image-frame')).toHaveCSS('width', '750px')
      await viewer(page).getByRole('button', { name: 'Fit to the view' }).click()
      await expect(viewer(page).getByRole('button', { name: 'Fit to the view' })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      const { jpeg } = await recorded(page)
      await show(page, { name: 'photo.jpg', mediaType: 'image/jpeg', kind: 'image', content: { base64: jpeg } })
      await expect(viewer(page).getByText('320 × 180 pixels')).toBeVisible()
      await show(
        page,
        pieceOf(
          { name: 'drawing.svg', mediaType: 'image/svg+xml', kind: 'image' },
          Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><circle cx="150" cy="100" r="80"/></svg>',
          ),
        ),
      )
      await expect(viewer(page).getByText('300 × 200 pixels')).toBeVisible()
    })

    test('a PDF is read by ranges, paged, zoomed, searched, and its text is there', async ({ open }) => {
      const { page } = await open(kind)
      await show(
        page,
        pieceOf(
          { name: 'statement.pdf', mediaType: 'application/pdf', kind: 'pdf' },
          await pdfOf(40, 'http://127.0.0.1:9/'),
        ),
      )
      await expect(viewer(page).getByText('of 40')).toBeVisible()
      await expect(viewer(page).locator('.textLayer').first()).toContainText('Account statement, page 1')
      await look(page, `${kind}-pdf`)
      expect(await viewer(page).locator('canvas').count()).toBeLessThan(6)
      expect(await viewer(page).locator('a').count()).toBe(0)
      await viewer(page).getByLabel('Page', { exact: true }).fill('37')
      await viewer(page).getByLabel('Page', { exact: true }).press('Enter')
      await expect(viewer(page).getByLabel('Page 37').locator('.textLayer')).toContainText('page 37')
      await viewer(page).getByLabel('Find in the text').fill('transfer 1207')
      await expect(viewer(page).getByText('1 of 1')).toBeVisible()
      await expect(viewer(page).locator('.hit-chosen')).toContainText('Transfer 1207')
      await picture(page, `preview-${kind}-pdf-found`)
    })

    test('a locked PDF asks for its password, in the sandbox', async ({ open }) => {
      const { page } = await open(kind)
      await show(
        page,
        pieceOf(
          { name: 'locked.pdf', mediaType: 'application/pdf', kind: 'pdf' },
          await pdfOf(1, 'http://127.0.0.1:9/', 'correct'),
        ),
      )
      await viewer(page).getByLabel('Password').fill('wrong')
      await viewer(page).getByLabel('Password').press('Enter')
      await expect(viewer(page).getByRole('alert')).toHaveText('That is not the password.')
      await look(page, `${kind}-pdf-locked`)
      await viewer(page).getByLabel('Password').fill('correct')
      await viewer(page).getByRole('button', { name: 'Open' }).click()
      await expect(viewer(page).locator('.textLayer').first()).toContainText('Account statement')
    })

    test('a text shows its lines, its encoding, and the characters that would not be seen', async ({ open }) => {
      const { page } = await open(kind)
      await show(
        page,
        pieceOf(
          { name: 'notes.txt', mediaType: 'text/plain', kind: 'text' },
          utf16(`Überweisung 東京\r\ninvoice\u202efdp.exe\r\nbell\u0007\r\nأحمد المنصوري\r\n`),
        ),
      )
      const rows = viewer(page).locator('.text-line')
      await expect(rows).toHaveText(['Überweisung 東京', 'invoiceRLOfdp.exe', 'bellBEL', 'أحمد المنصوري'])
      await expect(viewer(page).getByText('4 lines')).toBeVisible()
      await expect(viewer(page).getByLabel('Encoding')).toHaveValue('utf-16le')
      await look(page, `${kind}-text`)
      await viewer(page).getByLabel('Encoding').selectOption('windows-1252')
      await expect(rows.first()).toContainText('ÿþÜ')
    })

    test('a CSV file is a table in which a formula is text', async ({ open }) => {
      const { page } = await open(kind)
      await show(
        page,
        pieceOf({ name: 'payments.csv', mediaType: 'text/csv', kind: 'table' }, Buffer.from(paymentsCsv(3_000))),
      )
      await expect(viewer(page).getByRole('columnheader')).toHaveText([
        'Booked',
        'Payer',
        'Payee',
        'Amount',
        'Currency',
        'Reference',
      ])
      await expect(viewer(page).getByRole('cell', { name: '=HYPERLINK' })).toHaveText(
        '=HYPERLINK("http://evil.example";"click")',
      )
      await expect(viewer(page).getByRole('cell').filter({ hasText: 'RLO' })).toHaveText('MeridianRLOLtd')
      await expect(
        viewer(page).getByText('3,004 rows, 6 columns · 1 row that cannot be read as a table is shown whole'),
      ).toBeVisible()
      await look(page, `${kind}-table`)
      await viewer(page).getByRole('table').focus()
      await page.keyboard.press('End')
      await expect(viewer(page).getByRole('cell', { name: 'INV-3000' })).toBeVisible()
      await viewer(page).getByLabel('Delimiter').selectOption(',')
      await expect(viewer(page).getByRole('columnheader')).toHaveText([
        'Booked;Payer;Payee;Amount;Currency;Reference',
        '',
      ])
    })

    test('a recording plays with the browser’s controls, and not by itself', async ({ open }) => {
      const { page } = await open(kind)
      const { webm } = await recorded(page)
      await show(page, pieceOf({ name: 'call.wav', mediaType: 'audio/wav', kind: 'audio' }, wavOf(2)))
      const audio = viewer(page).locator('audio')
      expect(
        await audio.evaluate((player: HTMLAudioElement) => ({ paused: player.paused, seconds: player.duration })),
      ).toEqual({ paused: true, seconds: 2 })
      await look(page, `${kind}-audio`)
      await show(page, { name: 'camera.webm', mediaType: 'video/webm', kind: 'video', content: { base64: webm } })
      const video = viewer(page).locator('video')
      expect(
        await video.evaluate((player: HTMLVideoElement) => ({ paused: player.paused, width: player.videoWidth })),
      ).toEqual({ paused: true, width: 320 })
      await look(page, `${kind}-video`)
    })

    test('anything else is bytes, and any piece can be looked at as text or bytes', async ({ open }) => {
      const { page } = await open(kind)
      const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => index % 256)
      await show(page, pieceOf({ name: 'image.E01', mediaType: 'application/octet-stream', kind: 'disk_image' }, bytes))
      await expect(viewer(page).locator('.hex-row').nth(4)).toHaveText(
        '0000004040 41 42 43 44 45 46 4748 49 4a 4b 4c 4d 4e 4f@ABCDEFGHIJKLMNO',
      )
      await look(page, `${kind}-hex`)
      await viewer(page).getByLabel('Go to offset').fill('0x1380')
      await viewer(page).getByLabel('Go to offset').press('Enter')
      await expect(viewer(page).locator('.hex-row').last()).toHaveText('0000138080 81 82 83 84 85 86 87........')
      await viewer(page).getByLabel('Go to offset').fill('ffffff')
      await viewer(page).getByLabel('Go to offset').press('Enter')
      await expect(viewer(page).getByLabel('Go to offset')).toHaveAttribute('aria-invalid', 'true')
      await show(page, pieceOf({ name: 'photo.png', mediaType: 'image/png', kind: 'image' }, pngOf(8, 8)))
      await page.getByText('Hex', { exact: true }).click()
      await expect(viewer(page).locator('.hex-row').first()).toContainText('89 50 4e 47')
      await page.getByText('Text', { exact: true }).click()
      await expect(viewer(page).locator('.text-line').nth(1)).toHaveText('SUB')
    })

    test('what cannot be shown is said in words, with a way on', async ({ open }) => {
      const { page } = await open(kind)
      const cases = [
        [
          pieceOf({ name: 'a.png', mediaType: 'image/png', kind: 'image' }, Buffer.from('no picture')),
          'This file cannot be shown this way.',
        ],
        [
          pieceOf({ name: 'b.pdf', mediaType: 'application/pdf', kind: 'pdf' }, Buffer.from('no document')),
          'This file cannot be shown this way.',
        ],
        [
          pieceOf({ name: 'c.wav', mediaType: 'audio/wav', kind: 'audio' }, Buffer.from('no sound')),
          'This file cannot be shown this way.',
        ],
        [
          pieceOf(
            { name: 'bomb.png', mediaType: 'image/png', kind: 'image' },
            pngOf(8, 8, { width: 14_000, height: 14_000 }),
          ),
          'This picture has too many pixels to show.',
        ],
        [
          { name: 'film.mp4', mediaType: 'video/mp4', kind: 'video', content: { zeros: 600 * 1_048_576 } },
          'This file is too large to show this way.',
        ],
        [
          { name: 'gone.txt', mediaType: 'text/plain', kind: 'text', content: { status: 500, size: 100 } },
          'The bytes of this file cannot be read.',
        ],
      ] as const
      for (const [piece, words] of cases) {
        await show(page, piece, 'failed')
        await expect(page.getByRole('alert')).toContainText(words)
        await expect(page.locator('iframe')).toHaveCount(0)
      }
      await picture(page, `preview-${kind}-failed`)
      await page.getByRole('button', { name: 'Show as hex' }).click()
      await expect(page.getByRole('alert')).toContainText('The bytes of this file cannot be read.')
      await show(page, { name: 'empty.txt', mediaType: 'text/plain', kind: 'text', content: { base64: '' } })
      await expect(viewer(page).getByText('The file is empty.')).toBeVisible()
    })

    test('the keyboard goes in, and comes back with Escape', async ({ open }) => {
      const { page } = await open(kind)
      await show(page, pieceOf({ name: 'notes.txt', mediaType: 'text/plain', kind: 'text' }, Buffer.from('one\ntwo\n')))
      await page.getByRole('radio', { name: 'Text' }).focus()
      await page.keyboard.press('Tab')
      await expect(viewer(page).getByLabel('Encoding')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('radio', { name: 'Text' })).toBeFocused()
    })
  })
}

test('a text of 1 GiB opens at once and is read to its last line; a disk of 2 TB is read where one looks', async ({
  open,
}) => {
  const { page } = await open('desktop')
  await show(page, { name: 'huge.log', mediaType: 'text/plain', kind: 'text', content: { lines: 16_777_216 } })
  await expect(viewer(page).locator('.text-line').first()).toContainText('Line 1.')
  await expect(viewer(page).getByText('16,777,216 lines', { exact: true })).toBeVisible({ timeout: 240_000 })
  await viewer(page).getByLabel('Go to line').fill('12,345,678')
  await viewer(page).getByLabel('Go to line').press('Enter')
  await expect(viewer(page).locator('.text-line').first()).toContainText('Line 12345678.')
  await viewer(page).getByRole('region', { name: 'Text of the file' }).focus()
  await page.keyboard.press('End')
  await expect(viewer(page).locator('.text-line').last()).toContainText('Line 16777216.')
  await picture(page, 'preview-desktop-text-huge')

  const before = await page.evaluate(() => window.previewHost?.reads.length ?? 0)
  await show(page, {
    name: 'disk.dd',
    mediaType: 'application/octet-stream',
    kind: 'disk_image',
    content: { zeros: 2_000_000_000_000 },
  })
  await viewer(page).getByLabel('Go to offset').fill('=1999999999999')
  await viewer(page).getByLabel('Go to offset').press('Enter')
  await expect(viewer(page).locator('.hex-offset').last()).toHaveText('01d1a94a1ff0')
  expect(
    await page.evaluate(
      (from) => window.previewHost?.reads.slice(from).reduce((sum, { length }) => sum + length, 0),
      before,
    ),
  ).toBeLessThan(1_000_000)
})
