import { describe, expect, test } from 'vitest'
import { welcome } from '../../../scripts/lib/welcome.ts'

const served = {
  url: 'http://127.0.0.1:8787',
  name: 'administrator',
  password: 'aaaaa-bbbbb',
  dataDir: '/data',
  hasDisplay: false,
}

describe('what npm start prints', () => {
  test('says why there is no window, and all that is needed to sign in', () => {
    expect(welcome(served)).toBe(`
  Fieldseal is running. There is no display for its window: open the address in a browser on this computer.

    address   http://127.0.0.1:8787
    user      administrator
    password  aaaaa-bbbbb   (each start makes a new one)
    data      /data

  Ctrl-C stops it.
`)
  })

  test('says nothing of a missing display to whoever asked for no window', () => {
    expect(welcome({ ...served, hasDisplay: true })).toContain(
      '\n  Fieldseal is running. Open the address in a browser on this computer.\n',
    )
  })
})
