import type { Db } from '../../../../../base/sqlite/connect.ts'
import { parsePosition, writePosition } from '../../../../../contract/library/position.ts'
import { collectValues } from '../../foreign/collect-values.ts'
import type { ForeignWork } from '../../foreign/foreign-photo.ts'
import type { Layout } from '../rows/layout.ts'
import { textsFrom, placeAndTexts, type PlaceAndTexts } from '../rows/place-and-texts.ts'
import { inflateSync } from 'node:zlib'
import { fieldsOfXmp } from '../../../../metadata/xmp-fields.ts'
import type { XmpName } from '../../../../../base/formats/xmp/xmp-names.ts'
import { cropOfXmp, cropProperties, HAS_CROP } from '../../../../metadata/xmp-crop.ts'
import { decodeXmp, parseXmp } from '../../../../metadata/xmp.ts'
import { FURTHER_FIELDS } from '../rows/further-fields.ts'

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
  /** Its develop settings, a table in Lua. */
  settings: Buffer | string | null
}

/** A person's work on an image, apart from keywords and collections. */
export type ImageWork = Omit<ForeignWork, 'tags'>

/** The photos in the order of their numbers, or the virtual copies in that of their photos. */
export function* selectImages(db: Db, layout: Layout, which: 'photos' | 'copies'): Generator<ImageRow> {
  if (which === 'copies' && !layout.has('Adobe_images', 'masterImage')) return
  yield* db.prepare<[], ImageRow>(queryOf(layout, which)).iterate()
}

export const nameOfImage = ({ baseName, extension }: ImageRow): string =>
  extension === null || extension === '' ? baseName : `${baseName}.${extension}`

/** The packet is that of the image. */
export function workOfImage({ xmp, settings, ...row }: ImageRow): ImageWork & { packet: PacketFields } {
  const packet = readPacket(xmp)
  const crop = settings === null ? packet.crop : cropOfSettings(settings)
  const { title, position = positionOf(row) } = packet
  const { texts: accessible } = textsFrom(row)
  const texts = { ...packet.texts, ...accessible }
  return {
    ...collectValues({ ...row, title }),
    ...(position !== undefined && { position }),
    ...(crop && { crop }),
    ...(Object.keys(texts).length > 0 && { texts }),
    packet,
  }
}

/** If the catalogue has it and the packet does not. */
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
  const hasSettings = ['id_local', 'image', 'text'].every((name) => layout.has('Adobe_imageDevelopSettings', name))
  const places = PLACES.filter((name) => layout.has('AgHarvestedIptcMetadata', name)).map((name) => `h.${name}`)
  return `SELECT i.id_local AS id, ${column('masterImage')} AS masterId, ${column('copyName')} AS copyName,
      i.rating, i.pick, i.colorLabels AS label, r.absolutePath AS root, d.pathFromRoot AS folder,
      f.baseName, f.extension, ${column('captureTime')} AS takenAt,
      ${hasCaption ? 't.caption' : 'NULL'} AS caption, ${hasRights ? 't.copyright' : 'NULL'} AS copyright,
      ${textColumn('altTextAccessibility')} AS altText, ${textColumn('extDescrAccessibility')} AS extendedDescription,
      ${hasCreator ? 'c.value' : 'NULL'} AS creator, ${hasXmp ? 'm.xmp' : 'NULL'} AS xmp,
      ${hasSettings ? 's.text' : 'NULL'} AS settings,
      ${hasGps ? 'g.gpsLatitude' : 'NULL'} AS latitude, ${hasGps ? 'g.gpsLongitude' : 'NULL'} AS longitude,
      coalesce(${['NULL', 'NULL', ...places].join(', ')}) IS NOT NULL AS hasPlaces
    FROM Adobe_images i JOIN AgLibraryFile f ON f.id_local = i.rootFile
      JOIN AgLibraryFolder d ON d.id_local = f.folder JOIN AgLibraryRootFolder r ON r.id_local = d.rootFolder
      ${hasCaption ? 'LEFT JOIN AgLibraryIPTC t ON t.image = i.id_local' : ''}
      ${hasHarvested ? 'LEFT JOIN AgHarvestedIptcMetadata h ON h.image = i.id_local' : ''}
      ${hasCreator ? 'LEFT JOIN AgInternedIptcCreator c ON c.id_local = h.creatorRef' : ''}
      ${hasGps ? 'LEFT JOIN AgHarvestedExifMetadata g ON g.image = i.id_local' : ''}
      ${hasXmp ? 'LEFT JOIN Adobe_AdditionalMetadata m ON m.image = i.id_local' : ''}
      ${hasSettings ? settingsOf(column('developSettingsIDCache')) : ''}
    WHERE ${which === 'copies' ? 'i.masterImage IS NOT NULL' : isMaster(layout)} ORDER BY ${which === 'copies' ? 'i.masterImage, ' : ''}i.id_local`
}

/** The settings that an image refers to, else its last ones. */
const settingsOf = (referred: string): string =>
  `LEFT JOIN (SELECT image, max(id_local) AS id FROM Adobe_imageDevelopSettings GROUP BY image) l
     ON l.image = i.id_local
   LEFT JOIN Adobe_imageDevelopSettings s ON s.id_local = coalesce(${referred}, l.id)`

const isMaster = (layout: Layout) => (layout.has('Adobe_images', 'masterImage') ? 'i.masterImage IS NULL' : '1')

/** Larger packets are not read. */
const MAX_BYTES = 16 * 1024 * 1024
/** The length of the packet, 32 bits, precedes its compressed bytes. */
const LENGTH_BYTES = 4

/** Values of a packet without a column in the catalogue; `hasFurther` if it fills other fields of IPTC. */
type PacketFields = PlaceAndTexts & {
  title: string | null
  /** As in `ForeignWork`. */
  crop: string | null
  hasFurther: boolean
  isDamaged: boolean
}

const NOTHING: PacketFields = { title: null, crop: null, refused: [], hasFurther: false, isDamaged: false }
/** Searched in a packet before it is parsed. */
const WANTED = [':title', 'exif:GPS', 'photoshop:', 'Iptc4xmp', 'xmpRights:', 'crs:HasCrop']

/** Reads a packet as the catalogue stores it: text in older catalogues, compressed in newer ones. */
function readPacket(stored: Buffer | string | null): PacketFields {
  const packet = unpack(stored)
  if (packet === null || packet.length > MAX_BYTES) return { ...NOTHING, isDamaged: true }
  if (!WANTED.some((name) => packet.includes(name))) return NOTHING
  const properties = parseXmp(packet)
  const fields = fieldsOfXmp(properties, { width: 0, height: 0, orientation: 1 })
  const hasFurther = [...properties.keys()].some((key) => FURTHER_FIELDS.some((name) => key.startsWith(name)))
  const { title = null, crop = null } = fields
  return { title, crop, ...placeAndTexts(fields), hasFurther, isDamaged: false }
}

/** A text as the catalogue stores it; null if it is damaged. */
function unpack(stored: Buffer | string | null): string | null {
  if (typeof stored === 'string') return stored
  if (stored === null || stored.length <= LENGTH_BYTES) return ''
  if (stored[0] === '<'.charCodeAt(0)) return decodeXmp(stored)
  try {
    return decodeXmp(inflateSync(stored.subarray(LENGTH_BYTES), { maxOutputLength: MAX_BYTES }))
  } catch {
    return null
  }
}

const NUMBER = String.raw`(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)`
const settingNames = Object.values(cropProperties).map((name) => ({
  name,
  value: new RegExp(String.raw`\b${name.replace('crs:', '')}\s*=\s*${NUMBER}`, 'i'),
}))

/**
 * The crop that develop settings give, as in `ForeignWork`; null if there is none. They have the properties of a packet under
 * the same names, and do not say whether there is a crop.
 */
function cropOfSettings(stored: Buffer | string): string | null {
  const settings = outerPart(unpack(stored) ?? '')
  const found = new Map<XmpName, string | undefined>(
    settingNames.map(({ name, value }) => [name, value.exec(settings)?.[1]]),
  )
  return cropOfXmp((name) => (name === HAS_CROP ? 'True' : found.get(name)))
}

/** A table in Lua without the tables and texts in it: presets and masks have separate settings. */
function outerPart(table: string): string {
  let [depth, outer] = [0, '']
  for (const [token] of table.matchAll(/"(?:[^"\\]|\\.)*"|[{}]|[^"{}]+/gs)) {
    if (token === '{') depth++
    else if (token === '}') depth--
    else if (depth === 1 && token[0] !== '"') outer += token
  }
  return outer
}
