import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as Route from '../../../../renderer/state/route.ts'
import { everyScreen } from '../../../e2e/screen-addresses.ts'

let route: typeof Route

beforeAll(async () => {
  vi.stubGlobal('window', { location: { hash: '' } })
  route = await import('../../../../renderer/state/route.ts')
})
afterAll(() => vi.unstubAllGlobals())

describe('the walk over all screens', () => {
  const screens = everyScreen({ caseId: 1, reportId: 'r' })
  const parsed = () =>
    Object.entries(screens).map(([name, addresses]) => ({
      name,
      routes: addresses.map((address) => route.parseRoute(`#${address}`)),
    }))

  it('names each screen by an address that leads to it', () => {
    for (const { name, routes } of parsed())
      expect(
        routes.map((one) => one.name),
        name,
      ).toEqual(routes.map(() => name))
  })

  it('leaves out no place of the detection, import, part of the sync centre or section of the settings', () => {
    const routes = parsed().flatMap((one) => one.routes)
    expect(routes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...route.detectionPlaces, ...route.importPlaces]),
    )
    expect(routes.flatMap((one) => (one.name === 'sync' ? [one.tab] : []))).toEqual(
      expect.arrayContaining([...route.syncTabs]),
    )
    expect(routes.flatMap((one) => (one.name === 'settings' ? [one.section] : []))).toEqual(
      expect.arrayContaining([...route.settingsSections]),
    )
  })
})
