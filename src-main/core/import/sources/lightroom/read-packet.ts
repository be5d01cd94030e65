import { inflateSync } from 'node:zlib'
import { fieldsOfXmp } from '../../../metadata/xmp-fields.ts'
import { decodeXmp, parseXmp } from '../../../metadata/xmp.ts'
import { FURTHER } from '../rows/further-fields.ts'
import { placeAndTexts, type PlaceAndTexts } from '../rows/place-and-texts.ts'

/** Larger packets are not looked into. */
const MAX_BYTES = 16 * 1024 * 1024
/** The length of the packet, 32 bits, stands before its compressed bytes. */
const LENGTH_BYTES = 4

/** What a packet says that the catalogue has no column for; `hasFurther` where it fills other fields of IPTC. */
export type PacketFields = PlaceAndTexts & {
  title: string | null
  hasFurther: boolean
  isDamaged: boolean
}

const NOTHING: PacketFields = { title: null, refused: [], hasFurther: false, isDamaged: false }
/** What is looked for in a packet before it is taken apart. */
const WANTED = [':title', 'exif:GPS', 'photoshop:', 'Iptc4xmp', 'xmpRights:']

/** Reads a packet as the catalogue keeps it: text in older catalogues, compressed in newer ones. */
export function readPacket(stored: Buffer | string | null): PacketFields {
  const packet = typeof stored === 'string' ? stored : unpack(stored)
  if (packet === null || packet.length > MAX_BYTES) return { ...NOTHING, isDamaged: true }
  if (!WANTED.some((name) => packet.includes(name))) return NOTHING
  const properties = parseXmp(packet)
  const fields = fieldsOfXmp(properties, { width: 0, height: 0, orientation: 1 })
  const hasFurther = [...properties.keys()].some((key) => FURTHER.some((name) => key.startsWith(name)))
  return { title: fields.title ?? null, ...placeAndTexts(fields), hasFurther, isDamaged: false }
}

/** Null where it is damaged. */
function unpack(stored: Buffer | null): string | null {
  if (stored === null || stored.length <= LENGTH_BYTES) return ''
  if (stored[0] === 0x3c) return decodeXmp(stored)
  try {
    return decodeXmp(inflateSync(stored.subarray(LENGTH_BYTES), { maxOutputLength: MAX_BYTES }))
  } catch {
    return null
  }
}
