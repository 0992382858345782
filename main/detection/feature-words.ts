import type { Contribution } from './ports.ts'

const entities: Readonly<Record<string, string>> = {
  customer: 'the customer',
  account: 'the account',
  counterparty: 'the counterparty',
  device: 'the device',
  ip: 'the IP address',
  terminal: 'the terminal',
}

const windows: Readonly<Record<string, string>> = { '1h': 'the last hour', '1d': 'the last day', '7d': 'the last 7 days', '30d': 'the last 30 days' }

const number = (value: number): string => new Intl.NumberFormat('en-GB', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 }).format(value)

const measures: Readonly<Record<string, (entity: string, window: string, value: string) => string>> = {
  count: (entity, window, value) => `${value} activities of ${entity} in ${window}`,
  sum: (entity, window, value) => `${value} moved by ${entity} in ${window}`,
  mean: (entity, window, value) => `a mean amount of ${value} of ${entity} in ${window}`,
  distinct: (entity, window, value) => `${value} different parties of ${entity} in ${window}`,
}

const plainWords = (feature: string): string => feature.replaceAll('_', ' ')

const pattern = /^(customer|account|counterparty|device|ip|terminal)_(count|sum|mean|distinct)_(1h|1d|7d|30d)$/u

/** A sentence for a feature's part in a score; features without words of their own are named. */
export const wordsOf = ({ feature, value }: Contribution): string => {
  if (value === null) return `Nothing is known yet of: ${plainWords(feature)}.`
  const [, entity, measure, window] = pattern.exec(feature) ?? []
  if (entity !== undefined && measure !== undefined && window !== undefined) {
    const said = measures[measure]?.(entities[entity] ?? entity, windows[window] ?? window, number(value)) ?? ''
    return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
  }
  if (feature === 'amount') return `The amount is ${number(value)}.`
  return `${plainWords(feature).replace(/^./u, (letter) => letter.toUpperCase())}: ${number(value)}.`
}
