import { basename, dirname } from 'node:path'
import type { PhotoDetail } from '../../contract/library/photo.ts'
import { foldName, type PhotoWork } from '../catalog/catalog.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import type { ExportNameValues } from './fill-export-pattern.ts'

/** Everything that an export needs of a photo. */
export type ExportPhoto = {
  detail: PhotoDetail
  work: PhotoWork
  keywords: readonly string[]
  /** Keywords without a level that names somebody on the photo, or a person known to the library. */
  keywordsWithoutPeople: readonly string[]
  /** Names of people on the photo. */
  people: readonly string[]
  /** Whether the library has people, or regions for them, that the file or the person names. */
  namesPeople: boolean
}

/**
 * Reads the library's data about a photo; the file of a photo that was just added is read first. Rejects with
 * `photo-not-found`.
 */
export async function readPhoto(
  { catalog, readMetadata }: Pick<ExportDependencies, 'catalog' | 'readMetadata'>,
  photoId: number,
): Promise<ExportPhoto> {
  await readMetadata(photoId)
  const detail = catalog.photos.detail(photoId)
  const [work] = catalog.work.of([photoId])
  const people = peopleOn(detail)
  const names = new Set(people.map(foldName))
  const isPerson = (level: string) => names.has(foldName(level)) || catalog.people.find(level) !== undefined
  const others = work!.tags.filter(({ name }) => !name.split('/').some(isPerson))
  return {
    detail,
    work: work!,
    keywords: catalog.work.exportedKeywords(work!),
    keywordsWithoutPeople: catalog.work.exportedKeywords({ tags: others }),
    people,
    namesPeople: people.length > 0 || detail.metadata.regions.length > 0 || others.length < work!.tags.length,
  }
}

function peopleOn({ metadata, people }: PhotoDetail): string[] {
  const named = people.flatMap(({ name, isIgnored }) => (name === null || isIgnored ? [] : [name]))
  return [...new Map([...metadata.people, ...named].map((name) => [foldName(name), name])).values()]
}

/** The values of a photo for its name, apart from those of the written file. */
export function nameValuesOf(
  { detail, work }: ExportPhoto,
  { counter, photos, album }: Pick<ExportNameValues, 'counter' | 'photos' | 'album'>,
): Omit<ExportNameValues, 'width' | 'height'> {
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
