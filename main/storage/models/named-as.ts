import { modelName, modelVersion } from '../../../shared/schema/models.ts'
import type { ModelFilesTable } from './tables.ts'

/**
 * Name and version of a file that the workspace's chain tells of: what another member called it may be no name here.
 */
export const namedAs = ({
  name,
  version,
  sha256,
}: Pick<ModelFilesTable, 'name' | 'version' | 'sha256'>): { readonly name: string; readonly version: string } => ({
  name: modelName.safeParse(name).success ? name : 'Model',
  version: modelVersion.safeParse(version).success ? version : sha256.slice(0, 12),
})
