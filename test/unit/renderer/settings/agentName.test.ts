import { expect, test } from 'vitest'
import { browserOf } from '../../../../renderer/features/settings/agentName.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) CriOS/141.0.0.0 Mobile Safari/604.1', 'Chrome', 'iOS'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile',
    'Chrome',
    'Android',
  ],
  ['Firefox/1', 'Firefox', null],
])('%s is named in short', (agent, browser, system) => {
  expect(browserOf(agent)).toEqual({ browser, system })
})

test.each([['scoring/1.2'], ['curl/8.5.0'], ['<b>Firefox</b>'], ['']])('%s is a name of its own', (agent) => {
  expect(browserOf(agent)).toBeNull()
})
