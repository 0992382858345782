import { z } from 'zod'

/** A comma-separated list in a query string; a value that is named twice counts once. */
export const listText = <Out>(item: z.ZodType<Out, string>, max: number) =>
  z
    .string()
    .max(2_000)
    .transform((value) => [...new Set(value.split(','))])
    .pipe(z.array(item).min(1).max(max))
