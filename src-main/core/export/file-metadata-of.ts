import { type FileMetadata, type FileText, noMetadata } from '../../analysis/cutting/file-metadata.ts'
import type { PictureSettings } from '../../contract/library/export-settings.ts'
import { type PlainField, plainFields, textFor, textProperties } from '../metadata/text-properties.ts'
import type { ExportPhoto } from './read-photo.ts'

/** Stands between the levels of a tag, `Places/Austria/Vienna`; a `/` within a level is `\` there. */
const LEVELS = '/'
/** Fields that say where a photo was taken, and those that say who may use it. */
export const placeFields: ReadonlySet<PlainField> = new Set(['sublocation', 'city', 'region', 'country', 'countryCode'])
const rightsFields: ReadonlySet<PlainField> = new Set(['copyrightStatus', 'copyrightUrl', 'usageTerms', 'credit'])
const text = (value: string | null | undefined): string | null => (value ? value : null)

/**
 * What an exported file says of its photo: what the person gave in Lumafold, else what the file says. Tags are those
 * of the person and of the file: what an engine found is no statement of the photographer. Null tells nothing.
 */
export function fileMetadataOf(
  photo: ExportPhoto,
  { metadata: choice, withPlace }: Pick<PictureSettings, 'metadata' | 'withPlace'>,
): FileMetadata | null {
  if (choice === 'none') return null
  const { work } = photo
  const rights = { creator: text(work.creator.value), copyright: text(work.copyright.value) }
  const told = choice === 'all' ? allOf(photo) : {}
  const fields = plainFields.filter((field) =>
    placeFields.has(field) ? withPlace : choice === 'all' || rightsFields.has(field),
  )
  return { ...noMetadata, ...told, ...rights, ...(withPlace ? positionOf(photo) : {}), texts: textsOf(photo, fields) }
}

function allOf({ detail, work, keywords }: ExportPhoto): Partial<FileMetadata> {
  const { metadata, takenAt, rating, label } = detail
  return {
    takenAt,
    offset: metadata.offset,
    subsec: metadata.subsec,
    cameraMake: metadata.cameraMake,
    cameraModel: metadata.cameraModel,
    cameraSerial: metadata.cameraSerial,
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
    keywords: keywords.map(levelsOf),
    rating,
    label: text(label),
  }
}

const levelsOf = (name: string): string[] => name.split(LEVELS).map((level) => level.trim().replaceAll('\\', '/'))

const textsOf = ({ detail: { metadata } }: ExportPhoto, fields: readonly PlainField[]): FileText[] =>
  fields.flatMap((field) => {
    const said = textFor(field, text(metadata[field]))
    return said === null ? [] : [{ ...textProperties[field], text: said }]
  })

const positionOf = ({ detail: { metadata } }: ExportPhoto): Partial<FileMetadata> => ({
  latitude: metadata.latitude,
  longitude: metadata.longitude,
  altitude: metadata.altitude,
})
