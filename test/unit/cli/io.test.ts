import { afterEach, expect, it, vi } from 'vitest'
import { processIo } from '../../../main/cli/io.ts'

const written = (stream: NodeJS.WriteStream, act: () => void): string => {
  const write = vi.spyOn(stream, 'write').mockReturnValue(true)
  act()
  return write.mock.calls.map(([text]) => String(text)).join('')
}

afterEach(() => vi.restoreAllMocks())

// A title of the window, a colour by ESC and by C1, a carriage return that writes over, a text that reads backwards.
const hostile = 'a\u001b]0;pwned\u0007b\u009b31mc\rd\u202ee\u007f'

it('what a file calls its columns steers no terminal', () => {
  expect(written(process.stderr, () => processIo.say(`columns:\t${hostile}\nü 日`))).toBe(
    'columns:\ta\\u001b]0;pwned\\u0007b\\u009b31mc\\u000dd\\u202ee\\u007f\nü 日\n',
  )
})

it('a result steers no terminal, and reads as the same value', () => {
  const line = written(process.stdout, () => processIo.print({ name: hostile }))
  expect(line).not.toMatch(/[\u007f-\u009f\u202e\r\u001b]/u)
  expect(JSON.parse(line)).toEqual({ name: hostile })
})
