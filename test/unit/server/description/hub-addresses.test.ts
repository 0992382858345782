import { expect, it } from 'vitest'
import { openApiDocument } from '../../../../main/server/description/openapi.ts'
import { hubAddresses } from '../../../../main/server/sync/hub-routes.ts'

it('describes every address that a hub serves besides the operations, by each of its methods', () => {
  const { paths } = openApiDocument('0')
  const described = hubAddresses.flatMap(({ path, methods }) =>
    methods.map((method) => ({ address: `${method} ${path}`, is: paths[path]?.[method.toLowerCase()] !== undefined })),
  )
  expect(described.length).toBeGreaterThan(10)
  expect(described.filter(({ is }) => !is)).toEqual([])
})
