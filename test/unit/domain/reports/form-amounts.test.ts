import { describe, expect, it } from 'vitest'
import { statesAmount } from '../../../../main/domain/reports/amounts-in-text.ts'
import { checkFincen } from '../../../../main/domain/reports/check-fincen.ts'
import { reportDocumentOf } from '../../../../main/domain/reports/document.ts'
import { fincenXml } from '../../../../main/domain/reports/fincen.ts'
import { formAmount, isRounded, isSameAmount, wholeUnits } from '../../../../main/domain/reports/form-amounts.ts'
import { reportForm } from '../../../../shared/schema/reports.ts'
import type { CaseReportKind, ReportForm } from '../../../../shared/schema/reports.ts'
import { completeForm } from '../../../support/report-forms.ts'

const withAmount = (amount: string, currency = 'USD'): ReportForm => {
  const form = completeForm()
  return { ...form, activity: { ...form.activity, amount, loss: '0.5', currency } }
}

const paper = (form: ReportForm, kind: CaseReportKind): Record<string, string> => {
  const { sections } = reportDocumentOf(form, {
    kind,
    institution: 'Acme',
    caseNumber: 'CASE-ACME-20260301-00001',
    version: 1,
    state: 'draft',
    madeFrom: [],
    sourceName: () => 'entry 1',
    history: [],
  })
  const facts = sections.find(({ title }) => title === 'Suspicious activity')?.facts ?? []
  return Object.fromEntries(facts.map(({ label, value }) => [label, value]))
}

describe('the amounts of a report', () => {
  it.each([
    [9_400, 'EUR', '0.94', '1'],
    [9_994, 'EUR', '0.9994', '1'],
    [10_000, 'EUR', '1', '1'],
    [12_005_000, 'USD', '1200.50', '1201'],
    [1, 'USD', '0.0001', '1'],
    [0, 'USD', '0', '0'],
    [70_000, 'JPY', '7', '7'],
    [15_000, 'KWD', '1.500', '2'],
  ])('%i ten-thousandths of %s are %s, and %s in a form of whole units', (amount, currency, exact, whole) => {
    expect(formAmount(amount, currency)).toBe(exact)
    expect(wholeUnits(exact)).toBe(whole)
    expect(reportForm.shape.activity.parse({ amount: exact }).amount).toBe(exact)
  })

  it('of before, in whole units, stay as they are', () => {
    expect([wholeUnits('9801'), isRounded('9801'), wholeUnits('')]).toEqual(['9801', false, ''])
    expect([isSameAmount('1200.5', '1200.50'), isSameAmount('1200', '1201'), isSameAmount('', '')]).toEqual([
      true,
      false,
      false,
    ])
    expect(reportForm.shape.activity.safeParse({ amount: '1.00000' }).success).toBe(false)
    expect(reportForm.shape.activity.safeParse({ amount: '1,000' }).success).toBe(false)
  })

  it('stand exactly on our own papers, which say that the form of FinCEN rounds', () => {
    expect(paper(withAmount('1200.94'), 'sar')).toMatchObject({
      Amount: '1,200.94 USD (the form of FinCEN rounds up to whole dollars: 1,201)',
      Loss: '0.5 USD (the form of FinCEN rounds up to whole dollars: 1)',
    })
    expect(paper(withAmount('0.94', 'EUR'), 'case_report')['Amount']).toBe('0.94 EUR')
    expect(paper(withAmount('1200'), 'sar')['Amount']).toBe('1,200 USD')
  })

  it('are rounded up in the file for FinCEN alone, whose narrative says both', () => {
    const xml = fincenXml(withAmount('1200.94'), '2026-11-22')
    expect(xml).toContain('<fc2:TotalSuspiciousAmountText>1201<')
    expect(xml).toContain('<fc2:LossToFinancialAmountText>1<')
    expect(xml).toContain('TotalAmount="1201"')
    expect(xml).toContain('The exact amount is 1200.94 USD; the form states whole dollars, rounded up to 1201.')
    expect(fincenXml(withAmount('1200'), '2026-11-22')).not.toContain('exact amount')
    expect(checkFincen(withAmount('1200.94'), '2026-11-22').filter(({ path }) => path === 'activity.amount')).toEqual(
      [],
    )
  })

  it('are stated by a text exactly; a whole one also by what rounds up to it', () => {
    expect(statesAmount('Together 0.94 EUR.', '0.94', 'EUR')).toBe(true)
    expect(statesAmount('Together 1 EUR.', '0.94', 'EUR')).toBe(false)
    expect(statesAmount('Together 1,200.50 USD.', '1200.5', 'USD')).toBe(true)
    expect(statesAmount('Together 1,201 USD.', '1200.5', 'USD')).toBe(false)
    expect(statesAmount('Together 1,200.50 USD.', '1201', 'USD')).toBe(true)
    expect(statesAmount('Together 1.234,56 EUR.', '1234.56', 'EUR')).toBe(true)
  })
})
