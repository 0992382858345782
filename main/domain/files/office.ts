import type { BinaryKind } from './kinds.ts'

const inZip: readonly (readonly [RegExp, BinaryKind])[] = [
  [/PK\u0003\u0004[\s\S]{26}xl\/workbook\.bin/u, 'xlsb'],
  [/PK\u0003\u0004[\s\S]{26}xl\//u, 'xlsx'],
  [/PK\u0003\u0004[\s\S]{26}(?:word|ppt|visio)\//u, 'document'],
  [/^PK[\s\S]{28}mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/u, 'ods'],
  [/^PK[\s\S]{28}mimetypeapplication\/(?:vnd\.oasis|epub)/u, 'document'],
  [/^PK[\s\S]{28}\[Content_Types\]\.xml/u, 'document'],
]

/** What a ZIP archive is: the names of its members and its type stand in plain letters. */
export const officeIn = (head: string): BinaryKind => inZip.find(([pattern]) => pattern.test(head))?.[1] ?? 'zip'

const wide = (name: string): readonly number[] => [...name].flatMap((letter) => [letter.charCodeAt(0), 0])

const streams: readonly (readonly [string, BinaryKind])[] = [
  ['EncryptedPackage', 'encrypted_office'],
  ['Workbook', 'xls'],
  ['WordDocument', 'document'],
  ['PowerPoint Document', 'document'],
  ['__substg1.0_', 'outlook'],
  ['__properties_version1.0', 'outlook'],
  ['Book', 'xls'],
]

const indexOf = (head: Uint8Array, name: readonly number[]): number => {
  const [first = 0] = name
  for (let at = head.indexOf(first); at !== -1; at = head.indexOf(first, at + 1))
    if (name.every((byte, index) => head[at + index] === byte)) return at
  return -1
}

/**
 * What a compound file of Microsoft is, by the names of its streams. Where they stand behind the head, it is taken for
 * a workbook of Excel, as which most come.
 */
export const oleKind = (head: Uint8Array): BinaryKind =>
  streams.find(([name]) => indexOf(head, wide(name)) !== -1)?.[1] ?? 'xls'
