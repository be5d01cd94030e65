import { readParameters, type GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { IndexMetadata } from '../../contract/analysis/index.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import { ServiceError } from '../errors/service-error.ts'
import { done, success } from '../http/envelopes.ts'
import { textOf } from '../http/parameters.ts'
import { pickKnown } from '../http/given-picture.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { Call } from '../http/route.ts'
import { checkCallback } from './check-callback.ts'
import { TrainParameters } from './parameters.ts'
import { search } from './search-similar.ts'

/** The index that a path names, of the requesting account. */
export function nameIndex({ account, path }: Call): IndexName {
  const { categorizer_id: categorizerId, index_id: indexId = '' } = path
  return categorizerId === undefined
    ? { owner: account.id, kind: 'colors', indexId }
    : { owner: account.id, kind: 'categories', categorizerId, indexId }
}

/** A search for a picture costs one analysis; a question about the index, or a search by an entry, is free. */
export function countSearch(query: GivenParameters): number {
  return textOf(query, 'image_url') !== null || textOf(query, 'image_upload_id') !== null ? 1 : 0
}

/** Searches if the query names something to search by, and otherwise describes the index. */
export async function findOrDescribe(call: Call, dependencies: RouteDependencies) {
  const index = nameIndex(call)
  const isSearch = countSearch(call.query) > 0 || textOf(call.query, 'entry') !== null
  return isSearch
    ? search(call, dependencies, index, { needsPicture: false })
    : success(await describe(index, dependencies))
}

/** The state of an index, and a note about its model if a better one is installed now. */
async function describe(index: IndexName, { indexes, analysis }: RouteDependencies): Promise<IndexMetadata> {
  const metadata = await indexes.metadata(index)
  const { model } = await indexes.traits(index)
  const [best, ...others] = analysis.contentModels()
  const isOlder = best !== undefined && model !== null && others.includes(model)
  return isOlder ? { ...metadata, model, newer_model: best } : metadata
}

/** Trains an index, after checking the callback address. */
export async function train(call: Call, { indexes, callbacks }: RouteDependencies) {
  const { given } = await call.receive(async () => null)
  const { callback_url } = readParameters(TrainParameters, pickKnown(given, TrainParameters))
  const index = nameIndex(call)
  await indexes.traits(index)
  const url = await checkCallback(callback_url, { callbacks })
  return success({ ticket_id: await indexes.train(index, url) })
}

/** Deletes an index with all its entries; throws `index-not-found`. */
export async function removeIndex(call: Call, { indexes }: RouteDependencies) {
  await indexes.removeIndex(nameIndex(call))
  return done
}

/** Whether an entry is in the index; without an entry it describes the index. */
export async function hasEntry(call: Call, dependencies: RouteDependencies) {
  const [index, { entry_id = '' }] = [nameIndex(call), call.path]
  return success(
    await (entry_id === '' ? describe(index, dependencies) : dependencies.indexes.hasEntry(index, entry_id)),
  )
}

/** Removes an entry before the next training; throws 404 if it does not exist. */
export async function removeEntry(call: Call, { indexes }: RouteDependencies) {
  const { entry_id = '' } = call.path
  if (!(await indexes.remove(nameIndex(call), entry_id)))
    throw new ServiceError(404, `entry_id: the index has no entry "${entry_id.slice(0, 80)}".`)
  return done
}
