import { z } from 'zod'
import { previewFailures, readMax } from './port.ts'

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/**
 * A message of the sandboxed viewer to the window. The viewer greets its parent, gets one end of a channel (see
 * port.ts), and asks over it for bytes; it has no other way to anything. The window trusts nothing that it hears: what
 * does not pass here ends the preview.
 */
export const fromViewer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('read'), id: count, offset: count, length: z.int().min(1).max(readMax) }),
  z.strictObject({ type: z.literal('pong'), id: count }),
  z.strictObject({ type: z.literal('progress'), done: count, total: count }),
  z.strictObject({ type: z.literal('shown') }),
  z.strictObject({ type: z.literal('failed'), why: z.enum(previewFailures) }),
  z.strictObject({ type: z.literal('leave') }),
])
export type FromViewer = z.infer<typeof fromViewer>
