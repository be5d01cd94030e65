import { inEnglish } from '../../contract/sentences/write-text.ts'
import { extensionDigest } from '../../base/formats/jpeg/jpeg-xmp.ts'
import { editXmp } from '../../base/formats/xmp/edit-xmp.ts'
import { newPacketText, newSidecarText } from '../../base/formats/xmp/new-xmp.ts'
import type { XmpEdit, XmpValue } from '../../base/formats/xmp/property-xml.ts'
import type { XmpName } from '../../base/formats/xmp/xmp-names.ts'
import { creatorsOf, type FileMetadata, type FileText } from './file-metadata.ts'

const edit = (name: XmpName, value: XmpValue | null): XmpEdit => ({ name, value })
const text = (name: XmpName, value: string | number | null): XmpEdit =>
  edit(name, value === null ? null : { kind: 'text', text: String(value) })
const localised = (name: XmpName, value: string | null): XmpEdit =>
  edit(name, value === null ? null : { kind: 'alt', text: value })
const list = (name: XmpName, form: 'Bag' | 'Seq', items: readonly string[]): XmpEdit =>
  edit(name, { kind: 'list', form, items })

/** The XMP of a file; `extension` is what does not fit into its packet. */
export type FileXmp = { packet: Buffer; extension: Buffer | null }

/**
 * An XMP packet of plain metadata in full Unicode, or null if there are none. If it exceeds `maxBytes`, properties
 * move to an extension that the packet names, the longest first.
 */
export function xmpOf(metadata: FileMetadata, maxBytes = Infinity): FileXmp | null {
  const edits = [...described(metadata), ...metadata.texts.map(further), ...placed(metadata)]
  const filled = edits.filter(({ value }) => value !== null && (value.kind !== 'list' || value.items.length > 0))
  if (filled.length === 0) return null
  const packet = write(filled, newPacketText)
  return packet.length <= maxBytes ? { packet, extension: null } : split(filled, maxBytes)
}

/** Each property is completely in one of the two. */
function split(filled: readonly XmpEdit[], maxBytes: number): FileXmp {
  const lengths = new Map<XmpName, number>()
  for (const one of filled) lengths.set(one.name, (lengths.get(one.name) ?? 0) + write([one], newSidecarText).length)
  const moved = new Set<XmpName>()
  for (const [longest] of [...lengths].sort((a, b) => b[1] - a[1])) {
    moved.add(longest)
    const extension = write(
      filled.filter(({ name }) => moved.has(name)),
      newSidecarText,
    )
    const note = text('xmpNote:HasExtendedXMP', extensionDigest(extension))
    const packet = write([note, ...filled.filter(({ name }) => !moved.has(name))], newPacketText)
    if (packet.length <= maxBytes) return { packet, extension }
  }
  throw new Error(`A packet of XMP that names its extension is longer than ${maxBytes} bytes.`)
}

function write(edits: readonly XmpEdit[], fresh: () => string): Buffer {
  const packet = editXmp(null, edits, fresh)
  if ('problem' in packet) throw new Error(`An own XMP packet cannot be read: ${inEnglish(packet.problem)}`)
  return packet.bytes
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

const further = ({ xmp, part, form, text: value }: FileText): XmpEdit => ({
  ...(form === 'alternatives' ? localised(xmp, value) : text(xmp, value)),
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
