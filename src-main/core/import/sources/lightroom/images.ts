import type { Db } from '../../../../sqlite/connect.ts'
import { parsePosition, writePosition } from '../../../../contract/library/position.ts'
import { collectValues } from '../../foreign/collect-values.ts'
import type { ForeignWork } from '../../foreign/foreign-photo.ts'
import type { Layout } from '../rows/layout.ts'
import { textsFrom } from '../rows/place-and-texts.ts'
import { type PacketFields, readPacket } from './read-packet.ts'

/** A photo of a catalogue, or a virtual copy of one. */
export type ImageRow = {
  id: number
  /** The photo that this is a virtual copy of. */
  masterId: number | null
  copyName: string | null
  rating: number | null
  pick: number | null
  label: string | null
  takenAt: string | null
  root: string
  folder: string
  baseName: string
  extension: string | null
  caption: string | null
  copyright: string | null
  creator: string | null
  /** Whether it has a city, a country, a job or the like. */
  hasPlaces: number
  altText: string | null
  extendedDescription: string | null
  /** Degrees. */
  latitude: number | null
  longitude: number | null
  xmp: Buffer | string | null
}

/** What a person gave an image, apart from keywords and collections. */
export type ImageWork = Omit<ForeignWork, 'tags'>

/** The photos in the order of their numbers, or the virtual copies in that of their photos. */
export function* selectImages(db: Db, layout: Layout, which: 'photos' | 'copies'): Generator<ImageRow> {
  if (which === 'copies' && !layout.has('Adobe_images', 'masterImage')) return
  yield* db.prepare<[], ImageRow>(queryOf(layout, which)).iterate()
}

export const nameOfImage = ({ baseName, extension }: ImageRow): string =>
  extension === null || extension === '' ? baseName : `${baseName}.${extension}`

/** The packet is that of the image. */
export function workOfImage({ xmp, ...row }: ImageRow): ImageWork & { packet: PacketFields } {
  const packet = readPacket(xmp)
  const { title, position = positionOf(row) } = packet
  const { texts: accessible } = textsFrom(row)
  const texts = { ...packet.texts, ...accessible }
  return {
    ...collectValues({ ...row, title }),
    ...(position !== undefined && { position }),
    ...(Object.keys(texts).length > 0 && { texts }),
    packet,
  }
}

/** Where the catalogue has it and the packet does not. */
function positionOf({ latitude, longitude }: Pick<ImageRow, 'latitude' | 'longitude'>): string | undefined {
  const place = parsePosition(`${latitude},${longitude}`)
  return place === null ? undefined : writePosition(place)
}

const PLACES = ['cityRef', 'countryRef', 'locationRef', 'stateRef', 'isoCountryCodeRef', 'jobIdentifierRef']

/** Columns and tables that older catalogues lack are read as empty. */
function queryOf(layout: Layout, which: 'photos' | 'copies'): string {
  const column = (name: string) => (layout.has('Adobe_images', name) ? `i.${name}` : 'NULL')
  const hasCaption = layout.has('AgLibraryIPTC', 'caption') && layout.has('AgLibraryIPTC', 'image')
  const hasRights = hasCaption && layout.has('AgLibraryIPTC', 'copyright')
  const textColumn = (name: string) => (hasCaption && layout.has('AgLibraryIPTC', name) ? `t.${name}` : 'NULL')
  const hasHarvested = layout.has('AgHarvestedIptcMetadata', 'image')
  const hasCreator = layout.has('AgHarvestedIptcMetadata', 'creatorRef') && layout.has('AgInternedIptcCreator', 'value')
  const hasXmp = layout.has('Adobe_AdditionalMetadata', 'xmp') && layout.has('Adobe_AdditionalMetadata', 'image')
  const hasGps = ['image', 'gpsLatitude', 'gpsLongitude'].every((name) => layout.has('AgHarvestedExifMetadata', name))
  const places = PLACES.filter((name) => layout.has('AgHarvestedIptcMetadata', name)).map((name) => `h.${name}`)
  return `SELECT i.id_local AS id, ${column('masterImage')} AS masterId, ${column('copyName')} AS copyName,
      i.rating, i.pick, i.colorLabels AS label, r.absolutePath AS root, d.pathFromRoot AS folder,
      f.baseName, f.extension, ${column('captureTime')} AS takenAt,
      ${hasCaption ? 't.caption' : 'NULL'} AS caption, ${hasRights ? 't.copyright' : 'NULL'} AS copyright,
      ${textColumn('altTextAccessibility')} AS altText, ${textColumn('extDescrAccessibility')} AS extendedDescription,
      ${hasCreator ? 'c.value' : 'NULL'} AS creator, ${hasXmp ? 'm.xmp' : 'NULL'} AS xmp,
      ${hasGps ? 'g.gpsLatitude' : 'NULL'} AS latitude, ${hasGps ? 'g.gpsLongitude' : 'NULL'} AS longitude,
      coalesce(${['NULL', 'NULL', ...places].join(', ')}) IS NOT NULL AS hasPlaces
    FROM Adobe_images i JOIN AgLibraryFile f ON f.id_local = i.rootFile
      JOIN AgLibraryFolder d ON d.id_local = f.folder JOIN AgLibraryRootFolder r ON r.id_local = d.rootFolder
      ${hasCaption ? 'LEFT JOIN AgLibraryIPTC t ON t.image = i.id_local' : ''}
      ${hasHarvested ? 'LEFT JOIN AgHarvestedIptcMetadata h ON h.image = i.id_local' : ''}
      ${hasCreator ? 'LEFT JOIN AgInternedIptcCreator c ON c.id_local = h.creatorRef' : ''}
      ${hasGps ? 'LEFT JOIN AgHarvestedExifMetadata g ON g.image = i.id_local' : ''}
      ${hasXmp ? 'LEFT JOIN Adobe_AdditionalMetadata m ON m.image = i.id_local' : ''}
    WHERE ${which === 'copies' ? 'i.masterImage IS NOT NULL' : isMaster(layout)} ORDER BY ${which === 'copies' ? 'i.masterImage, ' : ''}i.id_local`
}

const isMaster = (layout: Layout) => (layout.has('Adobe_images', 'masterImage') ? 'i.masterImage IS NULL' : '1')
