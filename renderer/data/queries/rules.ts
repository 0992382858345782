import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '../../../shared/api/operation.ts'
import * as api from '../../../shared/api/rules.ts'
import { inNaturalOrder } from '../../state/natural-order.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'

const ruleKeys = {
  all: ['rules'] as const,
  list: ['rules', 'list'] as const,
  one: (key: string) => ['rules', 'one', key] as const,
  vocabulary: ['rules', 'vocabulary'] as const,
  check: (text: string, key: string | undefined) => ['rule-check', text, key] as const,
  dryRun: (id: string) => ['rule-dry-run', id] as const,
}

/** How often a dry run is asked how far it is. */
const followMs = 700

export const useRules = () =>
  useQuery({
    queryKey: ruleKeys.list,
    queryFn: ({ signal }) => call(api.listRules, { signal }),
    select: (answer) => inNaturalOrder(answer.data, ({ name }) => name),
    staleTime: 10_000,
  })

/** A rule with its versions; nothing is asked for null. */
export const useRule = (key: string | null) =>
  useQuery({
    queryKey: ruleKeys.one(key ?? ''),
    queryFn: ({ signal }) => call(api.readRule, { params: { key: key ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: key !== null,
    staleTime: 10_000,
    retry: false,
  })

/** What rules are written with. */
export const useRuleVocabulary = () =>
  useQuery({
    queryKey: ruleKeys.vocabulary,
    queryFn: ({ signal }) => call(api.readRuleVocabulary, { signal }),
    select: (answer) => answer.data,
    staleTime: 60_000,
  })

/**
 * What is wrong with a logic as it is written, and where; what was said of the text before stays until the answer
 * comes.
 */
export const useRuleCheck = (text: string, key: string | undefined) =>
  useQuery({
    queryKey: ruleKeys.check(text, key),
    queryFn: ({ signal }) =>
      call(api.checkRule, { body: { text, what: 'logic', ...(key === undefined ? {} : { key }) }, signal }),
    select: (answer) => answer.data,
    placeholderData: (before) => before,
    staleTime: 60_000,
  })

const useRuleWrite = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({ mutationFn: send, onSettled: () => client.invalidateQueries({ queryKey: ruleKeys.all }) })
}

type Content = BodyOf<typeof api.addRule>

export const useAddRule = () => useRuleWrite((body: Content) => call(api.addRule, { body }))
export const useChangeRule = () =>
  useRuleWrite((body: BodyOf<typeof api.changeRule>) => call(api.changeRule, { params: { key: body.key }, body }))
export const useMoveRule = () =>
  useRuleWrite(({ key, body }: { readonly key: string; readonly body: BodyOf<typeof api.moveRule> }) =>
    call(api.moveRule, { params: { key }, body }),
  )
export const useImportRules = () =>
  useRuleWrite((set: BodyOf<typeof api.importRules>['set']) => call(api.importRules, { body: { set } }))

export const useStartDryRun = () =>
  useSending({
    mutationFn: (rules: BodyOf<typeof api.startDryRun>['rules']) => call(api.startDryRun, { body: { rules } }),
  })
export const useCancelDryRun = () =>
  useSending({ mutationFn: (id: string) => call(api.cancelDryRun, { params: { id } }) })

/** A dry run as it goes on. */
export const useDryRun = (id: string | null) =>
  useQuery({
    queryKey: ruleKeys.dryRun(id ?? ''),
    queryFn: ({ signal }) => call(api.readDryRun, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.data.state === 'running' ? followMs : false),
  })
