import { describe, expect, it } from 'vitest'
import { checkForm, emptyCaseForm, formFromDraft, idsOf } from '../../../../renderer/features/new-case/model.ts'

const good = { ...emptyCaseForm, title: 'SIM swap', description: 'First findings.' }

describe('the new-case form is checked by the interface’s own schema', () => {
  it('sends only what was given', () => {
    expect(checkForm(good).body).toEqual({ title: 'SIM swap', description: 'First findings.', priority: 'medium' })
  })

  it('reads ids as people paste them', () => {
    expect(idsOf(' 12, 15;19\n20 ')).toEqual([12, 15, 19, 20])
    expect(checkForm({ ...good, alerts: '12 15', customer: ' 7 ' }).body).toMatchObject({
      alert_ids: [12, 15],
      related_customer_id: 7,
    })
  })

  it.each([
    [{ title: '  ' }, { title: 'empty' }],
    [{ title: 'x'.repeat(301) }, { title: 'tooLong' }],
    [{ title: 'a\u202eb' }, { title: 'characters' }],
    [{ description: '' }, { description: 'empty' }],
    [{ customer: '1.5' }, { customer: 'number' }],
    [{ account: '0' }, { account: 'number' }],
    [{ alerts: '1, two' }, { alerts: 'number' }],
  ])('%o is refused at its field', (change, errors) => {
    expect(checkForm({ ...good, ...change }).errors).toEqual(errors)
  })
})

describe('the draft', () => {
  it('comes back as it was typed', () => {
    expect(formFromDraft(JSON.stringify(good))).toEqual(good)
  })

  it.each(['', '{', '[]', '{"priority":"extreme"}'])('%j begins with a usable form', (draft) => {
    expect(checkForm({ ...formFromDraft(draft), title: 't', description: 'd' }).errors).toBeNull()
  })
})
