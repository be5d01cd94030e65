import { type FileMetadata, type FileText, noMetadata } from '../../analysis/cutting/file-metadata.ts'
import type { PictureSettings } from '../../contract/library/export-settings.ts'
import { mayDisclose } from './disclosures.ts'
import { type PlainField, plainFields, textFor, textProperties } from '../metadata/text-properties.ts'
import type { ExportPhoto } from './read-photo.ts'

/** Separates the levels of a tag, `Places/Austria/Vienna`; a `/` within a level is `\` there. */
const LEVELS = '/'
/** Fields about the place where a photo was taken, and fields about rights. */
const placeFields: ReadonlySet<PlainField> = new Set(['sublocation', 'city', 'region', 'country', 'countryCode'])
const rightsFields: ReadonlySet<PlainField> = new Set(['copyrightStatus', 'copyrightUrl', 'usageTerms', 'credit'])
const text = (value: string | null | undefined): string | null => (value ? value : null)

/**
 * The metadata of an exported file: what the person gave in Lumafold, else what the file says. Tags are those of the
 * person and of the file: an engine's finding is no statement of the photographer. Null for none.
 */
export function fileMetadataOf(
  photo: ExportPhoto,
  settings: Pick<PictureSettings, 'metadata' | 'withPlace' | 'withPeople' | 'withSerials'>,
): FileMetadata | null {
  const { metadata: choice } = settings
  const withPlace = mayDisclose(settings, 'place')
  if (choice === 'none') return null
  const { work } = photo
  const rights = { creator: text(work.creator.value), copyright: text(work.copyright.value) }
  const described = choice === 'all' ? allOf(photo) : {}
  const people = mayDisclose(settings, 'people')
    ? { people: photo.people, keywords: photo.keywords.map(levelsOf) }
    : choice === 'all' && { keywords: photo.keywordsWithoutPeople.map(levelsOf) }
  const serials = mayDisclose(settings, 'serials') && { cameraSerial: photo.detail.metadata.cameraSerial }
  const fields = plainFields.filter((field) =>
    placeFields.has(field) ? withPlace : choice === 'all' || rightsFields.has(field),
  )
  const place = withPlace && positionOf(photo)
  return { ...noMetadata, ...described, ...people, ...serials, ...rights, ...place, texts: textsOf(photo, fields) }
}

function allOf({ detail, work }: ExportPhoto): Partial<FileMetadata> {
  const { metadata, takenAt, rating, label } = detail
  return {
    takenAt,
    offset: metadata.offset,
    subsec: metadata.subsec,
    cameraMake: metadata.cameraMake,
    cameraModel: metadata.cameraModel,
    lens: metadata.lens,
    exposureTime: metadata.exposureTime,
    aperture: metadata.aperture,
    iso: metadata.iso,
    focalLength: metadata.focalLength,
    focalLength35: metadata.focalLength35,
    exposureBias: metadata.exposureBias,
    flashFired: metadata.flashFired,
    title: text(work.title.value),
    caption: text(work.caption.value),
    rating,
    label: text(label),
  }
}

const levelsOf = (name: string): string[] => name.split(LEVELS).map((level) => level.trim().replaceAll('\\', '/'))

const textsOf = ({ detail: { metadata } }: ExportPhoto, fields: readonly PlainField[]): FileText[] =>
  fields.flatMap((field) => {
    const value = textFor(field, text(metadata[field]))
    return value === null ? [] : [{ ...textProperties[field], text: value }]
  })

const positionOf = ({ detail: { metadata } }: ExportPhoto): Partial<FileMetadata> => ({
  latitude: metadata.latitude,
  longitude: metadata.longitude,
  altitude: metadata.altitude,
})
