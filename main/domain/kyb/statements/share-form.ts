import type { TableLayout } from './table.ts'

/** How a table writes shares: per cent (25.5), or as fractions of one (0.255). */
export const shareForms = ['percent', 'fraction'] as const
export type ShareForm = (typeof shareForms)[number]

/** What the rows of a table show about how it writes shares. */
export interface ShareObserver {
  observe(cells: readonly string[]): void
  /** Why the shares may be fractions, where they may; null where they are per cent. */
  doubt(): string | null
}

/** Companies whose sums are remembered; more show nothing that these do not. */
const companiesMost = 50_000

const numberOf = (text: string): number | null => {
  const digits = text.trim().replace(',', '.')
  return /^\d{1,3}(?:\.\d{1,15})?$/u.test(digits) ? Number(digits) : null
}

const nearlyOne = (sum: number): boolean => Math.abs(sum - 1) < 0.011

/** Makes the observer of one table. */
export const createShareObserver = (layout: TableLayout): ShareObserver => {
  const places = (['share', 'share_min', 'share_max'] as const).flatMap((column) => layout.get(column) ?? [])
  const [owned = -1, share = -1] = [layout.get('owned'), layout.get('share')]
  const sums = new Map<string, number>()
  let isPercent = places.length === 0
  let hasParts = false
  const observeSum = (cells: readonly string[]): void => {
    const number = numberOf(cells[share] ?? '')
    const company = (cells[owned] ?? '').trim().toLowerCase()
    if (number !== null && (sums.has(company) || sums.size < companiesMost))
      sums.set(company, (sums.get(company) ?? 0) + number)
  }
  return {
    observe: (cells) => {
      if (isPercent) return
      for (const place of places) {
        const text = cells[place] ?? ''
        const number = numberOf(text)
        if (text.includes('%') || (number !== null && number > 1)) isPercent = true
        if (number !== null && number > 0 && number < 1) hasParts = true
      }
      observeSum(cells)
    },
    doubt: () => {
      if (isPercent || !hasParts) return null
      const whole = [...sums.values()].filter(nearlyOne).length
      return `No share of the file is above 1${whole === 0 ? '' : `, and those of ${whole} of its ${sums.size} companies add up to 1`}: they may be fractions of one (0.255 for 25.5 %) or per cent (0.255 %)`
    },
  }
}
