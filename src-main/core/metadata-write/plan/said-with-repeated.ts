import { valueFields } from '../../../contract/library/metadata-writing.ts'
import { parseWallClock } from '../../metadata/wall-clock.ts'
import { orientationIn } from '../../metadata/xmp-fields.ts'
import type { EmbeddedMetadata } from './exiftool-writer.ts'
import { saysOrientation } from './file-orientation.ts'
import type { Base, Said, ValueField, Written } from './work.ts'

/** Where EXIF and IPTC say a field, by ExifTool's names. */
const tagsOf: Readonly<Partial<Record<ValueField, readonly string[]>>> = {
  rating: ['IFD0:Rating', 'IFD0:RatingPercent'],
  title: ['IPTC:ObjectName', 'IFD0:XPTitle'],
  caption: ['IPTC:Caption-Abstract', 'IFD0:ImageDescription', 'IFD0:XPComment'],
  creator: ['IPTC:By-line', 'IFD0:Artist', 'IFD0:XPAuthor'],
  copyright: ['IPTC:CopyrightNotice', 'IFD0:Copyright'],
  takenAt: ['IPTC:DateCreated'],
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
  // Of a time EXIF is read first, whatever XMP says.
  const taken = parseWallClock(repeated.get('ExifIFD:DateTimeOriginal') ?? repeated.get('ExifIFD:CreateDate'))
  return { ...said, values: taken === null ? values : { ...values, takenAt: taken.at } }
}
