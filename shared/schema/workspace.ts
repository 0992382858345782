import { z } from 'zod'
import { lineOfText } from './text.ts'
import { userName } from './user.ts'

/** The segment of case numbers that names the institution. */
export const institutionCode = z.string().regex(/^[A-Z0-9]{1,16}$/u, 'must be 1 to 16 of A-Z and 0-9')

/**
 * What a new workspace is made of, whoever asks for it: it is sealed, and cannot be taken back. White space around the
 * names is dropped.
 */
export const newWorkspace = z.object({
  institution: institutionCode,
  /** The institution's name in full. */
  name: z.string().trim().pipe(lineOfText(200)),
  /** The name of the first user, who is the administrator. */
  admin: z.string().trim().pipe(userName),
})
