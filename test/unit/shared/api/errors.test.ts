import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fieldRefused } from '../../../../shared/api/errors.ts'

test('the refusal of a field says the same to a person and to a program', () => {
  expect(fieldRefused('body.title', 'must not be empty')).toEqual({
    code: 'invalid_request',
    message: 'body.title must not be empty.',
    details: [{ path: 'body.title', message: 'must not be empty' }],
  })
})

/** `refusal('invalid_request', 'P M.', [{ path: 'P', message: 'M' }])`, in literals or with `${message}`. */
const byHand = [
  /refusal\('invalid_request', '(\S+) ([^']+)\.', \[\{ path: '\1', message: '\2' \}\]\)/u,
  /refusal\('invalid_request', `([^`]+) \$\{message\}\.`, \[\{ path(?:: ['`]\1['`])?, message \}\]\)/u,
]

test('no source makes it by hand, where the two sayings drift apart', () => {
  const sources = globSync('{main,shared}/**/*.ts').filter((file) => !file.endsWith('shared/api/errors.ts'))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => byHand.some((form) => form.test(readFileSync(file, 'utf8'))))).toEqual([])
})
