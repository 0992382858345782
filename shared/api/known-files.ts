import { z } from 'zod'
import { knownFileList, knownFiles, knownListNameMax, standing } from '../schema/known-files.ts'
import { idText, lineOfText } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Evidence'
const writers = ['investigator', 'supervisor', 'admin'] as const

export const listKnownFiles = defineOperation({
  id: 'listKnownFiles',
  method: 'GET',
  path: '/v1/known-files',
  tag,
  summary: 'List the lists of known files',
  description: 'The lists of hashes that the evidence on this device is compared with, and how far it is compared.',
  access: 'signed_in',
  answer: envelope(knownFiles),
})

export const importKnownFiles = defineOperation({
  id: 'importKnownFiles',
  method: 'POST',
  path: '/v1/known-files',
  retry: 'anew',
  tag,
  summary: 'Import a list of known files',
  description:
    'Imports hashes (SHA-256, SHA-1 or MD5) as text of up to 16 GiB: one a line, the output of sha256sum and the like, NSRL (NSRLFile.txt), or CSV whose header names the columns. The strongest hash of each line is kept. ' +
    'A list of the same name is replaced. Pieces of evidence that are on the list are marked from then on, on this device; nothing is sealed.',
  access: writers,
  status: 201,
  bodyKind: 'file',
  bodyLimit: 17_179_869_184,
  query: z.strictObject({
    name: lineOfText(knownListNameMax).describe('What the list is called, for example `NSRL RDS 2026.09.1`.'),
    standing: standing.describe('What it means for a file to be on it.'),
    file_name: lineOfText(255).optional(),
  }),
  body: z.string(),
  answer: envelope(knownFileList),
  refusals: ['unsupported_media_type', 'payload_too_large', 'file_refused', 'storage_full'],
})

export const removeKnownFiles = defineOperation({
  id: 'removeKnownFiles',
  method: 'DELETE',
  path: '/v1/known-files/{id}',
  tag,
  summary: 'Remove a list of known files',
  description: 'Removes the list and its marks from this device.',
  access: writers,
  params: z.strictObject({ id: idText }),
  answer: envelope(z.object({ removed: z.literal(true) })),
  refusals: ['not_found', 'storage_full'],
})
