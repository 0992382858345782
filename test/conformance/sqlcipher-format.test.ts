import { createDecipheriv, createHmac, hkdfSync, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, test } from 'vitest'
import { openWriter } from '../../main/storage/sqlite/connection.ts'

/**
 * The database file read without SQLite's cipher: the format of SQLCipher 4 as its authors describe it
 * (zetetic.net/sqlcipher/design), with the primitives of node:crypto alone. What this can read, others can read.
 */

const pageBytes = 4_096
const saltBytes = 16
const ivBytes = 16
const macBytes = 64
const body = pageBytes - ivBytes - macBytes

const decryptFile = (content: Buffer, key: Uint8Array): Buffer => {
  const salt = content.subarray(0, saltBytes)
  const macKey = pbkdf2Sync(
    key,
    salt.map((byte) => byte ^ 0x3a),
    2,
    32,
    'sha512',
  )
  const pages = Array.from({ length: content.length / pageBytes }, (_, page) => {
    const bytes = content.subarray(page * pageBytes, (page + 1) * pageBytes)
    const start = page === 0 ? saltBytes : 0
    const number = Buffer.alloc(4)
    number.writeUInt32LE(page + 1)
    const mac = createHmac('sha512', macKey)
      .update(bytes.subarray(start, body + ivBytes))
      .update(number)
      .digest()
    if (!timingSafeEqual(mac, bytes.subarray(body + ivBytes)))
      throw new Error(`page ${page + 1} is not what was written`)
    const cipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(body, body + ivBytes)).setAutoPadding(false)
    const plain = Buffer.concat([cipher.update(bytes.subarray(start, body)), cipher.final()])
    return Buffer.concat([
      page === 0 ? Buffer.from('SQLite format 3\0', 'latin1') : Buffer.alloc(0),
      plain,
      Buffer.alloc(pageBytes - body),
    ])
  })
  return Buffer.concat(pages)
}

test('a database of ours is SQLCipher 4 under the key that HKDF derives from the workspace key', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-format-'))
  const file = path.join(dir, 'test.db')
  const key = new Uint8Array(hkdfSync('sha256', Buffer.alloc(32, 7), '', 'fieldseal database', 32))
  const db = openWriter(file, key)
  db.exec('create table words (id integer primary key, word text)')
  const insert = db.prepare('insert into words (word) values (?)')
  db.transaction(() => {
    for (let n = 0; n < 5_000; n++) insert.run(`Überweisung ${n}`)
  })()
  db.pragma('journal_mode = DELETE')
  db.close()

  const content = readFileSync(file)
  const plain = new Database(decryptFile(content, key))
  expect(plain.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(plain.prepare('select count(*) as words, max(word) as last from words').get()).toEqual({
    words: 5_000,
    last: 'Überweisung 999',
  })
  plain.close()

  expect(() => decryptFile(content, new Uint8Array(32))).toThrow('page 1 is not what was written')
  const swapped = Buffer.concat([
    content.subarray(0, pageBytes),
    content.subarray(2 * pageBytes, 3 * pageBytes),
    content.subarray(pageBytes, 2 * pageBytes),
    content.subarray(3 * pageBytes),
  ])
  expect(() => decryptFile(swapped, key)).toThrow('page 2 is not what was written')
  rmSync(dir, { recursive: true })
})
