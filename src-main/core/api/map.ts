import type { MapView, PhotoMap } from '../../contract/library/map.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { AnalysisQueue } from '../queue/analysis-queue.ts'
import type { LibraryImplementer } from './dispatch.ts'
import { normalView } from './normal-view.ts'

export type MapHandlersDependencies = {
  catalog: Pick<Catalog, 'photos' | 'search'>
  queue: Pick<AnalysisQueue, 'prioritise'>
}

/** Handlers of `map.*`. Photos that stand for others are on screen: they are analysed first. */
export function mapHandlers(os: LibraryImplementer, dependencies: MapHandlersDependencies) {
  return { clusters: os.map.clusters.handler(({ input }) => describeMap(dependencies, input)) }
}

function describeMap({ catalog, queue }: MapHandlersDependencies, { filter, ...view }: MapView): PhotoMap {
  const { clusters, ...rest } = catalog.search.map(normalView(filter), view)
  const ids = clusters.map(({ photo }) => photo)
  queue.prioritise(ids)
  const tiles = new Map(catalog.photos.tiles(ids).map((tile) => [tile.id, tile]))
  const described = clusters.flatMap(({ photo: id, ...cluster }) => {
    const photo = tiles.get(id)
    return photo === undefined ? [] : [{ ...cluster, photo }]
  })
  return { clusters: described, ...rest }
}
