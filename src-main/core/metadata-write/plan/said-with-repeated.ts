import { valueFields } from '../../../contract/library/metadata-writing.ts'
import { parsePosition, writePosition } from '../../../contract/library/position.ts'
import { heightOf, numberOf } from '../../metadata/fields.ts'
import { plainFields, textProperties } from '../../metadata/text-properties.ts'
import { parseOffset, parseWallClock } from '../../metadata/wall-clock.ts'
import { orientationIn } from '../../metadata/xmp-fields.ts'
import type { EmbeddedMetadata } from './exiftool-writer.ts'
import { saysOrientation } from './file-orientation.ts'
import type { Base, Said, Value, ValueField, Written } from './work.ts'

/** Where EXIF and IPTC say a field, by ExifTool's names. */
const tagsOf: Readonly<Partial<Record<ValueField, readonly string[]>>> = {
  rating: ['IFD0:Rating', 'IFD0:RatingPercent'],
  title: ['IPTC:ObjectName', 'IFD0:XPTitle'],
  caption: ['IPTC:Caption-Abstract', 'IFD0:ImageDescription', 'IFD0:XPComment', 'ExifIFD:UserComment'],
  creator: ['IPTC:By-line', 'IFD0:Artist', 'IFD0:XPAuthor'],
  copyright: ['IPTC:CopyrightNotice', 'IFD0:Copyright'],
  takenAt: ['IPTC:DateCreated'],
  ...Object.fromEntries(plainFields.map((field) => [field, [textProperties[field].iim?.write ?? '']])),
}

/**
 * What a file says: where its XMP is silent and EXIF or IPTC speak, what the library read of them. Otherwise a field
 * that the person empties would count as empty already, and stay. What Lumafold wrote before stands in XMP.
 */
export function saidWithRepeated(said: Said, embedded: EmbeddedMetadata, base: Base, written: Written): Said {
  const { repeated } = embedded
  const values = { ...said.values }
  if (saysOrientation(embedded)) values.orientation = orientationIn(repeated.get('IFD0:Orientation'))
  for (const field of valueFields) {
    const isRepeated = tagsOf[field]?.some((tag) => repeated.has(tag)) ?? false
    if (values[field] === null && isRepeated && written.values[field] === undefined)
      values[field] = base.values[field] ?? null
  }
  // Of a time EXIF is read first, whatever XMP says; when a picture was made digital counts where nothing else is said.
  const original = parseWallClock(repeated.get('ExifIFD:DateTimeOriginal'))
  const taken = original ?? (values.takenAt === null ? parseWallClock(repeated.get('ExifIFD:CreateDate')) : null)
  if (taken !== null) values.takenAt = taken.at + (taken.offset ?? offsetIn(repeated) ?? '')
  values.position = positionIn(repeated, values.position) ?? values.position
  return { ...said, values, original: (original === null ? said.original : values.takenAt) ?? null }
}

const offsetIn = (repeated: EmbeddedMetadata['repeated']): string | null =>
  parseOffset(repeated.get('ExifIFD:OffsetTimeOriginal')) ??
  parseOffset(repeated.get('ExifIFD:OffsetTimeDigitized')) ??
  parseOffset(repeated.get('ExifIFD:OffsetTime'))

/** A position of EXIF is read first, too; each of its parts that is missing is that of XMP. */
function positionIn(repeated: EmbeddedMetadata['repeated'], ofXmp: Value): string | null {
  const signed = (name: string, below: RegExp) => {
    const value = numberOf(repeated.get(`GPS:${name}`))
    return value !== null && below.test(String(repeated.get(`GPS:${name}Ref`))) ? -value : value
  }
  const [latitude, longitude] = [signed('GPSLatitude', /^S/i), signed('GPSLongitude', /^W/i)]
  if (latitude === null || longitude === null) return null
  const height = heightOf(numberOf(repeated.get('GPS:GPSAltitude')), repeated.get('GPS:GPSAltitudeRef'))
  const altitude = height ?? parsePosition(ofXmp)?.altitude ?? null
  return writePosition({ latitude, longitude, altitude })
}
