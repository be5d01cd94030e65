import { basename, dirname } from 'node:path'
import type { PhotoDetail } from '../../contract/library/photo.ts'
import type { Catalog, PhotoWork } from '../catalog/catalog.ts'
import type { NameFacts } from './names/fill-pattern.ts'

/** All that an export knows of a photo. */
export type ExportPhoto = { detail: PhotoDetail; work: PhotoWork; keywords: readonly string[] }

export type PhotoReader = {
  photos: Pick<Catalog['photos'], 'detail'>
  work: Pick<Catalog['work'], 'of' | 'exportedKeywords'>
}

/** Throws `photo-not-found`. */
export function readPhoto(catalog: PhotoReader, photoId: number): ExportPhoto {
  const detail = catalog.photos.detail(photoId)
  const [work] = catalog.work.of([photoId])
  return { detail, work: work!, keywords: catalog.work.exportedKeywords(work!) }
}

/** What is known of a photo for its name, apart from the file that it becomes. */
export function nameFactsOf(
  { detail, work }: ExportPhoto,
  { counter, photos, album }: Pick<NameFacts, 'counter' | 'photos' | 'album'>,
): Omit<NameFacts, 'width' | 'height'> {
  const { metadata } = detail
  return {
    photoName: detail.name,
    takenAt: detail.takenAt,
    camera: metadata.cameraModel ?? metadata.cameraMake ?? '',
    lens: metadata.lens ?? '',
    rating: detail.rating,
    label: detail.label,
    title: work.title.value,
    creator: work.creator.value,
    city: metadata.city ?? '',
    country: metadata.country ?? '',
    folder: basename(dirname(detail.path)),
    counter,
    photos,
    album,
  }
}
