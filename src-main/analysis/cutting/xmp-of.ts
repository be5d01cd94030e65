import { editXmp } from '../../formats/xmp/edit-xmp.ts'
import { newPacketText } from '../../formats/xmp/new-xmp.ts'
import type { XmpEdit, XmpValue } from '../../formats/xmp/property-xml.ts'
import type { XmpName } from '../../formats/xmp/xmp-names.ts'
import { creatorsOf, type FileMetadata, type FileText } from './file-metadata.ts'

const edit = (name: XmpName, value: XmpValue | null): XmpEdit => ({ name, value })
const text = (name: XmpName, value: string | number | null): XmpEdit =>
  edit(name, value === null ? null : { kind: 'text', text: String(value) })
const localised = (name: XmpName, value: string | null): XmpEdit =>
  edit(name, value === null ? null : { kind: 'alt', text: value })
const list = (name: XmpName, form: 'Bag' | 'Seq', items: readonly string[]): XmpEdit =>
  edit(name, { kind: 'list', form, items })

/** An XMP packet of plain metadata in full Unicode, or null where there is nothing to say. */
export function xmpOf(metadata: FileMetadata): string | null {
  const edits = [...described(metadata), ...metadata.texts.map(further), ...placed(metadata)]
  const said = edits.filter(({ value }) => value !== null && (value.kind !== 'list' || value.items.length > 0))
  if (said.length === 0) return null
  const packet = editXmp(null, said, newPacketText)
  if ('problem' in packet) throw new Error(`An own XMP packet cannot be read: ${packet.problem}`)
  return packet.bytes.toString('utf8')
}

const described = ({
  title,
  caption,
  creator,
  copyright,
  keywords,
  people,
  rating,
  label,
  takenAt,
  offset,
}: FileMetadata) => [
  localised('dc:title', title),
  localised('dc:description', caption),
  list('dc:creator', 'Seq', creatorsOf(creator)),
  localised('dc:rights', copyright),
  list(
    'dc:subject',
    'Bag',
    keywords.flatMap((levels) => levels.at(-1) ?? []),
  ),
  list(
    'lr:hierarchicalSubject',
    'Bag',
    keywords.some((levels) => levels.length > 1) ? keywords.map((levels) => levels.join('|')) : [],
  ),
  list('Iptc4xmpExt:PersonInImage', 'Bag', people),
  text('xmp:Rating', rating === 0 ? null : rating),
  text('xmp:Label', label === '' ? null : label),
  text('photoshop:DateCreated', takenAt === null ? null : takenAt + (offset ?? '')),
]

const further = ({ xmp, part, form, text: said }: FileText): XmpEdit => ({
  ...(form === 'alternatives' ? localised(xmp, said) : text(xmp, said)),
  ...(part !== undefined && { part }),
})

const placed = ({ latitude, longitude, altitude }: FileMetadata) => [
  text('exif:GPSLatitude', latitude === null ? null : coordinate(latitude, 'N', 'S')),
  text('exif:GPSLongitude', longitude === null ? null : coordinate(longitude, 'E', 'W')),
  text('exif:GPSAltitude', altitude === null ? null : `${Math.round(Math.abs(altitude) * 100)}/100`),
  text('exif:GPSAltitudeRef', altitude === null ? null : altitude < 0 ? 1 : 0),
]

/** Degrees and minutes, as XMP writes them: `48,51.057N`. */
function coordinate(value: number, positive: string, negative: string): string {
  const minutes = Math.round(Math.abs(value) * 60 * 100_000)
  const whole = Math.floor(minutes / 6_000_000)
  return `${whole},${((minutes % 6_000_000) / 100_000).toFixed(5)}${value < 0 ? negative : positive}`
}
