import { fail, ok } from '../../../shared/schema/result.ts'
import type { CaseFacts } from '../../domain/reports/case-facts.ts'
import { caseSources, searchedOf, shownSource, sourceKey } from '../../domain/reports/case-sources.ts'
import { caseSentences, draftNarrative } from '../../domain/reports/draft-sentences.ts'
import { pageOf, textFinder } from './find-in-case.ts'
import { noReport } from './read-reports.ts'
import type { ReportStore } from './report-store.ts'

/**
 * What a report can take from its case: facts as sentences, and the entries and pieces that a sentence names.
 *
 * @param factsOf the facts of the case of a report; null where there is no such report
 */
export const createCaseFinds = (
  factsOf: (reportId: string) => Promise<CaseFacts | null>,
): Pick<ReportStore, 'draft' | 'facts' | 'sources' | 'named'> => ({
  draft: async (id) => {
    const facts = await factsOf(id)
    return facts === null
      ? fail(noReport)
      : ok({ narrative: [...draftNarrative(facts)], facts: caseSentences(facts).length })
  },
  facts: async (id, wanted) => {
    const facts = await factsOf(id)
    if (facts === null) return fail(noReport)
    const all = caseSentences(facts)
    const told = new Set(wanted.told)
    const untold = all.filter((sentence) => !told.has(sentence.id))
    const fits = textFinder(wanted.q)
    return ok({
      ...pageOf(
        untold.filter(({ text }) => fits(text)),
        wanted,
      ),
      untold: untold.length,
      facts: all.length,
    })
  },
  sources: async (id, wanted) => {
    const facts = await factsOf(id)
    if (facts === null) return fail(noReport)
    const fits = textFinder(wanted.q)
    const found = caseSources(facts).filter((source) => !source.type.startsWith('report.') && fits(searchedOf(source)))
    const { items, total } = pageOf(found, wanted)
    return ok({ items: items.map(shownSource), total })
  },
  named: async (id, sources) => {
    const facts = await factsOf(id)
    if (facts === null) return fail(noReport)
    const wanted = new Set(sources.map(sourceKey))
    return ok(
      caseSources(facts)
        .filter(({ source }) => wanted.has(sourceKey(source)))
        .map(shownSource),
    )
  },
})
