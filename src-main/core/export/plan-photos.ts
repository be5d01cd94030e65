import type { ExportRequest } from '../../contract/library/export.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { planNames, type PlannedFile } from './plan-names.ts'

/** A photo of an export with its files; one that is not in the library has none. */
export type PlannedPhoto = { photoId: number; name: string; files: PlannedFile[] }

/** Every photo once, in the order asked for. Throws `bad-params` for an unknown field of the pattern. */
export function planPhotos(request: ExportRequest, catalogPhotos: Pick<Catalog['photos'], 'tiles'>): PlannedPhoto[] {
  const photoIds = [...new Set(request.photoIds)]
  const tiles = catalogPhotos.tiles(photoIds)
  const photos = new Map<number, PlannedPhoto>(
    photoIds.map((photoId) => [photoId, { photoId, name: `Photo ${photoId}`, files: [] }]),
  )
  for (const { id, name } of tiles) photos.get(id)!.name = name
  for (const file of planNames(tiles, request.sizes, request.pattern, request.format))
    photos.get(file.photoId)!.files.push(file)
  return [...photos.values()]
}
