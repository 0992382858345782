import { z } from 'zod'
import { listText } from '../schema/list-text.ts'
import { searchArea, searchAreas, searchGroup, searchedMax } from '../schema/search.ts'
import { lineOfText } from '../schema/text.ts'
import { everyone } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'

export const searchEverything = defineOperation({
  id: 'searchEverything',
  method: 'GET',
  path: '/v1/search',
  tag: 'Search',
  summary: 'Search everything',
  description:
    'Cases, people and other entities, alerts, transactions, evidence and its text, reports, lists with their entries, and businesses, by identifiers and by words, each with why it was found. ' +
    'Identifiers are found as they are stored, in capitals or in small letters, with or without blanks and hyphens, and by their beginning from three characters on; former case numbers, external references and SHA-256 digests of evidence count as such. ' +
    'Words are looked for from two characters on, all must occur, and the last may be incomplete. Nothing that is typed is a query language. ' +
    'A group holds at most 5 results and says whether there are others; areas without a result are left out, and a group with an exact identifier of its own comes before the others. ' +
    'In `evidence_text` the 20 cases that changed last are searched; `texts` says of how many. It names pieces and shows no passage, so nothing is sealed.',
  access: everyone,
  query: z.strictObject({
    q: lineOfText(searchedMax),
    areas: listText(searchArea, searchAreas.length)
      .optional()
      .describe('One area, or several separated by commas; default: all but `evidence_text`, which takes longer.'),
  }),
  answer: envelope(
    z.object({
      groups: z.array(searchGroup),
      texts: z
        .object({ searched: z.int(), cases: z.int() })
        .nullable()
        .describe(
          'In how many cases text of evidence was looked at, and how many have any; null: it was not asked for.',
        ),
    }),
  ),
})
