import { namesTotal } from '../../imports/left-rows.ts'
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

const readings = 'Read as fractions, 0.255 is 25.5 %; read as percentages, it is 0.255 %.'

const ofCompanies = (some: number, all: number): string =>
  all === 1 ? 'its one company' : `${some} of ${all} companies`

/** What the shares of one company show. */
interface Company {
  sum: number
  /** Whether one of them can only be per cent: it says so, or is above 1. */
  isPercent: boolean
  /** Whether one of them is a part of one. */
  hasParts: boolean
}

/** Makes the observer of one table. */
export const createShareObserver = (layout: TableLayout): ShareObserver => {
  const places = (['share', 'share_min', 'share_max'] as const).flatMap((column) => layout.get(column) ?? [])
  const [owner = -1, owned = -1, share = -1] = [layout.get('owner'), layout.get('owned'), layout.get('share')]
  const companies = new Map<string, Company>()
  let isPercent = false
  let hasParts = false
  const companyOf = (cells: readonly string[]): Company | undefined => {
    const name = (cells[owned] ?? '').trim().toLowerCase()
    const known = companies.get(name)
    if (known !== undefined || companies.size >= companiesMost) return known
    const company = { sum: 0, isPercent: false, hasParts: false }
    companies.set(name, company)
    return company
  }
  return {
    observe: (cells) => {
      // The sum of a company's shares is nobody's.
      if (places.length === 0 || namesTotal((cells[owner] ?? '').trim())) return
      const company = companyOf(cells)
      for (const place of places) {
        const text = cells[place] ?? ''
        const number = numberOf(text)
        const saysPercent = text.includes('%') || (number !== null && number > 1)
        const isPart = number !== null && number > 0 && number < 1
        isPercent ||= saysPercent
        hasParts ||= isPart
        if (company === undefined) continue
        company.isPercent ||= saysPercent
        company.hasParts ||= isPart
      }
      if (company !== undefined) company.sum += numberOf(cells[share] ?? '') ?? 0
    },
    doubt: () => {
      const all = [...companies.values()]
      if (isPercent) {
        const odd = all.filter((company) => !company.isPercent && company.hasParts && nearlyOne(company.sum)).length
        return odd === 0
          ? null
          : `In ${ofCompanies(odd, all.length)} every share is below 1 and they add up to 1, while other shares in the file are above 1. ${readings}`
      }
      if (!hasParts) return null
      const whole = all.filter(({ sum }) => nearlyOne(sum)).length
      return `No share in the file is above 1${whole === 0 ? '' : `, and in ${ofCompanies(whole, all.length)} the shares add up to 1`}. ${readings}`
    },
  }
}
