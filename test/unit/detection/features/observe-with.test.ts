import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFeatureEngine } from '../../../../main/detection/features/engine.ts'
import { featureNames } from '../../../../main/detection/features/catalogue.ts'
import { createRuleBook } from '../../../../main/detection/rules/rule-book.ts'
import { starterLists, starterRules } from '../../../../main/detection/rules/starter/starter-rules.ts'
import type { Observed, RuleFacts, Sight } from '../../../../main/detection/ports.ts'
import { vocabularyOf } from '../../../support/rules.ts'
import { feed } from './activities.ts'
import { runsOf } from '../../../support/tries.ts'

const vocabulary = vocabularyOf({
  features: featureNames,
  lists: Object.fromEntries(starterLists.map(({ key }) => [key, []])),
})
const { book } = createRuleBook(
  starterRules.map((content) => ({ version: 1, content, shadow: false })),
  vocabulary,
)

const copyOf = ({ features, profiles }: Observed): Observed => ({ features, profiles })

describe('what is known of an activity while it is looked at', () => {
  it('is what is told of it, by record and by vector, and rules say the same of both', () => {
    fc.assert(
      fc.property(feed(20), (told) => {
        const [engine, plain] = [createFeatureEngine(), createFeatureEngine()]
        for (const one of told) {
          if ('isFraud' in one) {
            for (const each of [engine, plain]) each.learn(one.event, one.isFraud, one.knownAt)
            continue
          }
          const expected = plain.observe(one.event)
          const shown = engine.observeWith(one.event, (sight) => {
            const { vector } = sight
            if (vector === null) throw new Error('the engine shows no vector')
            const byVector = Object.fromEntries(
              [...vector.places].map(([name, place]) => [
                name,
                Number.isNaN(vector.values[place]) ? null : vector.values[place],
              ]),
            )
            const facts: RuleFacts = {
              event: one.event,
              metadata: {},
              features: sight.features,
              profile: sight.profiles,
              graph: {},
              model: { score: null },
            }
            expect(book.evaluate({ ...facts, features: {} }, vector)).toEqual(book.evaluate(facts))
            expect(byVector).toEqual(sight.features)
            return copyOf(sight)
          })
          expect(shown).toEqual(expected)
        }
        expect(engine.size()).toEqual(plain.size())
      }),
      { numRuns: runsOf(50) },
    )
  }, 120_000)

  it('is not shown after the activity was counted', () => {
    const kept: Sight[] = []
    createFeatureEngine().observeWith(
      { transaction_id: '1', event_type: 'transfer', at: '2031-03-04T12:00:00.000+00:00' },
      (sight) => kept.push(sight),
    )
    expect(() => kept[0]?.features).toThrow('after it was counted')
    expect(() => kept[0]?.profiles).toThrow('after it was counted')
  })
})
