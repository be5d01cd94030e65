import { suggestCroppings } from '../../../analysis/croppings/suggest-crops.ts'
import { cropPresets } from '../../../contract/library/crop-presets.ts'
import type { PhotoQuery, Stacks } from '../../../contract/library/query.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import { rotatePhotos } from '../rotate-photos.ts'
import type { EventHub } from '../../events/event-hub.ts'
import type { MetadataReader } from '../../metadata/host/metadata-reader.ts'
import { withoutHiddenPeople } from '../../people/hidden-people.ts'
import type { Pictures } from '../../pictures/pictures.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { AnalysisQueue } from '../../queue/analysis-queue.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import type { TagExplainer } from './explain-tag.ts'
import { readFileTags } from './file-tags.ts'
import { focusOfPhoto } from './focus.ts'
import { normalView } from '../../../contract/library/normal-view.ts'

export type PhotoHandlersDependencies = {
  catalog: Pick<Catalog, 'analysis' | 'duplicates' | 'people' | 'photos' | 'questions' | 'search'>
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
  explainer: Pick<TagExplainer, 'explain'>
  hub: Pick<EventHub, 'photosChanged'>
  metadata: Pick<MetadataReader, 'readFocus' | 'readTags'>
  pictures: Pick<Pictures, 'thumbAddresses'>
  privacy: Pick<Privacy, 'shown' | 'requireShown'>
  queue: Pick<AnalysisQueue, 'prioritise' | 'restart'>
}

/** Handlers of `photos.*`. Requested pages are on screen: their photos are analysed first. */
export function photoHandlers(os: LibraryImplementer, dependencies: PhotoHandlersDependencies) {
  const { catalog, hub, pictures, privacy, queue } = dependencies
  return {
    list: os.photos.list.handler(({ input }) => listPhotos(dependencies, input)),
    ids: os.photos.ids.handler(async ({ input }) => {
      const search = await catalog.search.load(shown(input))
      return [...(input.stacks === undefined ? search.ids() : search.fold(input.stacks).ids)]
    }),
    tiles: os.photos.tiles.handler(({ input }) => {
      queue.prioritise(input.ids)
      return privacy.shown(catalog.photos.tiles(input.ids))
    }),
    listRows: os.photos.listRows.handler(({ input }) => {
      const shown = new Set(privacy.shown(catalog.photos.tiles(input.ids)).map(({ id }) => id))
      return catalog.photos.listRows(input.ids.filter((id) => shown.has(id)))
    }),
    thumbs: os.photos.thumbs.handler(({ input, signal }) => pictures.thumbAddresses(input, signal)),
    get: os.photos.get.handler(async ({ input }) => {
      await catalog.search.load() // it shows which people are hidden
      privacy.requireShown([input.id])
      const detail = withoutHiddenPeople(dependencies, catalog.photos.detail(input.id))
      const features = catalog.analysis.saliencyFeatures(input.id)
      queue.prioritise([input.id])
      return { ...detail, croppings: features === null ? [] : suggestCroppings(features, cropPresets) }
    }),
    fileTags: os.photos.fileTags.handler(({ input }) => {
      privacy.requireShown([input.id])
      return readFileTags(dependencies, input.id)
    }),
    focus: os.photos.focus.handler(({ input }) => {
      privacy.requireShown([input.id])
      return focusOfPhoto(dependencies, input.id)
    }),
    explainTag: os.photos.explainTag.handler(({ input: { id, word } }) => {
      privacy.requireShown([id])
      return dependencies.explainer.explain(id, word)
    }),
    ...personHandlers(os, dependencies),
    reanalyse: os.photos.reanalyse.handler(({ input }) => {
      if (input.failedOnly) catalog.analysis.retry(input.ids)
      else catalog.analysis.makePending(input.ids)
      hub.photosChanged(input.ids)
      queue.restart()
    }),
  }
}

const shown = ({ filter, sort }: PhotoQuery): PhotoQuery => ({ filter: normalView(filter), sort })

type Page = PhotoQuery & { stacks?: Stacks | undefined; offset: number; limit: number }

/** A page of a list; with folded stacks, each tile of one has the number of its photos, and of the flagged ones. */
async function listPhotos({ catalog, queue }: Pick<PhotoHandlersDependencies, 'catalog' | 'queue'>, asked: Page) {
  const { stacks, offset, limit } = asked
  const search = await catalog.search.load(shown(asked))
  if (stacks === undefined) {
    const { total, ids } = search.page(offset, limit)
    queue.prioritise(ids)
    return { total, tiles: catalog.photos.tiles(ids) }
  }
  const { ids, photos, frames } = search.fold(stacks)
  const page = [...ids.subarray(offset, offset + limit)]
  queue.prioritise(page)
  const tiles = catalog.photos.tiles(page).map((tile) => {
    const counted = frames.get(tile.stack ?? 0)
    if (counted === undefined) return tile
    const { count, picked, rejected } = counted
    return { ...tile, frames: count, ...(picked + rejected === 0 ? {} : { flagged: { picked, rejected } }) }
  })
  return { total: ids.length, photos, tiles }
}

/** A person's changes of photos. Hidden photos can be shown neither by a mark nor by another photo's file. */
function personHandlers(os: LibraryImplementer, { catalog, changes, privacy }: PhotoHandlersDependencies) {
  return {
    setSensitivity: os.photos.setSensitivity.handler(({ input }) => {
      privacy.requireShown(input.ids)
      return changes.apply({ kind: 'sensitivity', ...input })
    }),
    setPrivate: os.photos.setPrivate.handler(({ input }) => {
      privacy.requireShown(input.ids)
      return changes.apply({ kind: 'private', ...input })
    }),
    rate: os.photos.rate.handler(({ input }) => changes.apply({ kind: 'rate', ...input })),
    setLabel: os.photos.setLabel.handler(({ input }) => changes.apply({ kind: 'label', ...input })),
    setTakenAt: os.photos.setTakenAt.handler(({ input }) => changes.apply({ kind: 'taken-at', ...input })),
    rotate: os.photos.rotate.handler(({ input }) => rotatePhotos({ catalog, changes }, input)),
    crop: os.photos.crop.handler(({ input: { id, crop } }) => {
      privacy.requireShown([id])
      const stored = crop === 'as-file' ? null : crop === null ? '' : catalog.photos.storedCrop(id, crop)
      return changes.apply({ kind: 'crop', crop: stored, ids: [id] })
    }),
    setPick: os.photos.setPick.handler(({ input }) => changes.apply({ kind: 'pick', ...input })),
    setText: os.photos.setText.handler(({ input: { field, ...input } }) =>
      changes.apply({ kind: 'fields', ids: input.ids, values: { [field]: input.text } }),
    ),
    addTag: os.photos.addTag.handler(({ input }) => changes.apply({ kind: 'add-tag', ...input })),
    removeTag: os.photos.removeTag.handler(({ input }) => changes.apply({ kind: 'remove-tag', ...input })),
    removeMissing: os.photos.removeMissing.handler(({ input }) => changes.apply({ kind: 'remove-missing', ...input })),
    locate: os.photos.locate.handler(({ input }) => {
      privacy.requireShown([input.id, input.fileOf])
      return changes.apply(catalog.questions.sameFile(input.id, input.fileOf))
    }),
  }
}
