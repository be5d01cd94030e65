import { cropPresets } from '../../contract/library/export.ts'
import type { PhotoQuery } from '../../contract/library/query.ts'
import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'
import type { PersonChange } from '../catalog/catalog.ts'
import { normalView } from './normal-view.ts'

/** Handlers of `photos.*`. Pages that are asked for are on screen: their photos are analysed first. */
export function photoHandlers(os: LibraryImplementer, parts: CoreParts) {
  const { catalog, hub, pump } = parts
  const find = ({ filter, sort }: PhotoQuery) => catalog.search.run({ filter: normalView(filter), sort })
  const apply = (change: PersonChange) => hub.photosChanged(catalog.changes.apply(change))
  return {
    list: os.photos.list.handler(({ input }) => {
      const ids = find(input)
      const page = [...ids.subarray(input.offset, input.offset + input.limit)]
      pump.seeOnScreen(page)
      return { total: ids.length, tiles: catalog.photos.tiles(page) }
    }),
    ids: os.photos.ids.handler(({ input }) => [...find(input)]),
    tiles: os.photos.tiles.handler(({ input }) => {
      pump.seeOnScreen(input.ids)
      return catalog.photos.tiles(input.ids)
    }),
    get: os.photos.get.handler(({ input }) => {
      const detail = catalog.photos.detail(input.id)
      const cues = catalog.analysis.saliencyFeatures(input.id)
      pump.seeOnScreen([input.id])
      return { ...detail, croppings: cues === null ? [] : parts.suggestCroppings(cues, cropPresets) }
    }),
    rate: os.photos.rate.handler(({ input }) => apply({ kind: 'rate', ...input })),
    addTag: os.photos.addTag.handler(({ input }) => apply({ kind: 'add-tag', ...input })),
    removeTag: os.photos.removeTag.handler(({ input }) => apply({ kind: 'remove-tag', ...input })),
    reanalyse: os.photos.reanalyse.handler(({ input }) => {
      catalog.analysis.makePending(input.ids)
      hub.photosChanged(input.ids)
      pump.start()
    }),
  }
}
