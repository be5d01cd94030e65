import type { MapView, PhotoMap } from '../../../contract/library/map.ts'
import type { Catalog, SearchableCatalog } from '../../catalog/catalog.ts'
import type { TileProvider } from '../../map-tiles/tile-provider.ts'
import type { AnalysisQueue } from '../../queue/analysis-queue.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { normalView } from '../../../contract/library/normal-view.ts'

export type MapHandlersDependencies = {
  catalog: Pick<Catalog, 'photos'> & SearchableCatalog
  queue: Pick<AnalysisQueue, 'prioritise'>
  tiles: Pick<TileProvider, 'state' | 'retry' | 'keptBytes' | 'clear'>
}

/** Handlers of `map.*`. Photos that represent others are on screen: they are analysed first. */
export function mapHandlers(os: LibraryImplementer, dependencies: MapHandlersDependencies) {
  const { tiles } = dependencies
  return {
    clusters: os.map.clusters.handler(({ input }) => describeMap(dependencies, input)),
    tileState: os.map.tileState.handler(() => tiles.state()),
    retryTiles: os.map.retryTiles.handler(() => tiles.retry()),
    keptTiles: os.map.keptTiles.handler(async () => ({ bytes: await tiles.keptBytes() })),
    deleteTiles: os.map.deleteTiles.handler(() => tiles.clear()),
  }
}

async function describeMap(
  { catalog, queue }: Omit<MapHandlersDependencies, 'tiles'>,
  { filter, ...view }: MapView,
): Promise<PhotoMap> {
  const search = await catalog.search.load({ filter: normalView(filter) })
  const { clusters, ...rest } = search.map(view)
  const ids = clusters.map(({ photo }) => photo)
  queue.prioritise(ids)
  const tiles = new Map(catalog.photos.tiles(ids).map((tile) => [tile.id, tile]))
  const described = clusters.flatMap(({ photo: id, ...cluster }) => {
    const photo = tiles.get(id)
    return photo === undefined ? [] : [{ ...cluster, photo }]
  })
  return { clusters: described, ...rest }
}
