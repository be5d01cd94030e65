import type { EngineChoice } from '../../contract/library/remote.ts'
import { photoOperations, type PhotoOperation } from './requests/api-version.ts'

/** Where an index for similar photos is remembered, and its name on the service. */
export type IndexPlace = { place: string; name: string }

/** What is asked about each photo. `similar` rides on categories, which are then asked for too. */
export function operationsOf({ operations }: Pick<EngineChoice, 'operations'>): PhotoOperation[] {
  const isChosen = (operation: PhotoOperation) =>
    operations.includes(operation) || (operation === 'categories' && operations.includes('similar'))
  return photoOperations.filter(isChosen)
}

/** Null where similar photos are this machine's. */
export function findIndexPlace(
  { address, categorizer, operations }: Pick<EngineChoice, 'address' | 'categorizer' | 'operations'>,
  name: string | undefined,
): IndexPlace | null {
  if (name === undefined || !operations.includes('similar')) return null
  return { place: `${address} ${categorizer} ${name}`, name }
}
