import { type FileMetadata, type FileText, noMetadata } from '../../analysis/cutting/file-metadata.ts'
import type { PictureSettings } from '../../contract/library/export-settings.ts'
import type { Disclosure } from '../metadata/read-disclosures.ts'
import { type PlainField, plainFields, textFor, textProperties } from '../metadata/text-properties.ts'
import type { ExportPhoto } from './read-photo.ts'

/** Stands between the levels of a tag, `Places/Austria/Vienna`; a `/` within a level is `\` there. */
const LEVELS = '/'
const rightsFields: ReadonlySet<PlainField> = new Set(['copyrightStatus', 'copyrightUrl', 'usageTerms', 'credit'])
/** Where a photo was taken: what `LOCATION_CREATED` repeats. */
const saysPlace = (field: PlainField): boolean => textProperties[field].location !== undefined
/** Disclosures of a field that only its switch allows. Keywords and texts are chosen one by one. */
const discloses: Readonly<Record<keyof FileMetadata, Disclosure | null>> = {
  creator: null,
  copyright: null,
  takenAt: null,
  offset: null,
  subsec: null,
  cameraMake: null,
  cameraModel: null,
  cameraSerial: 'serials',
  lens: null,
  exposureTime: null,
  aperture: null,
  iso: null,
  focalLength: null,
  focalLength35: null,
  exposureBias: null,
  flashFired: null,
  title: null,
  caption: null,
  keywords: null,
  people: 'people',
  rating: null,
  label: null,
  texts: null,
  latitude: 'place',
  longitude: 'place',
  altitude: 'place',
}
const text = (value: string | null | undefined): string | null => (value ? value : null)

/**
 * The metadata of an exported file: what the person gave in Lumafold, otherwise what the file contains. Engine tags are
 * left out. Null writes no metadata. It knows no switches of the export: `mayDisclose` holds for copies of originals too.
 */
export function fileMetadataOf(
  photo: ExportPhoto,
  choice: PictureSettings['metadata'],
  mayDisclose: (what: Disclosure) => boolean,
): FileMetadata | null {
  if (choice === 'none') return null
  const described = { ...positionOf(photo), ...rightsOf(photo), ...(choice === 'all' && allOf(photo)) }
  const may = ([name]: [string, unknown]) => {
    const disclosure = discloses[name as keyof FileMetadata]
    return disclosure === null || mayDisclose(disclosure)
  }
  const keywords = mayDisclose('people') ? photo.keywords : photo.keywordsWithoutPeople
  const fields = plainFields.filter((field) =>
    saysPlace(field) ? mayDisclose('place') : choice === 'all' || rightsFields.has(field),
  )
  return {
    ...noMetadata,
    ...(Object.fromEntries(Object.entries(described).filter(may)) as Partial<FileMetadata>),
    keywords: choice === 'all' ? keywords.map(levelsOf) : [],
    texts: textsOf(photo, fields),
  }
}

const rightsOf = ({ work }: ExportPhoto): Partial<FileMetadata> => ({
  creator: text(work.creator.value),
  copyright: text(work.copyright.value),
})

function allOf({ detail, work, people }: ExportPhoto): Partial<FileMetadata> {
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
    people,
    rating,
    label: text(label),
  }
}

const levelsOf = (name: string): string[] => name.split(LEVELS).map((level) => level.trim().replaceAll('\\', '/'))

const textsOf = ({ detail: { metadata } }: ExportPhoto, fields: readonly PlainField[]): FileText[] =>
  fields.flatMap((field) => {
    const written = textFor(field, text(metadata[field]))
    return written === null ? [] : [{ ...textProperties[field], text: written }]
  })

const positionOf = ({ detail: { metadata } }: ExportPhoto): Partial<FileMetadata> => ({
  latitude: metadata.latitude,
  longitude: metadata.longitude,
  altitude: metadata.altitude,
})
