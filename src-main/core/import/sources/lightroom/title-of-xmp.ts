import { inflateSync } from 'node:zlib'
import { fieldsOfXmp } from '../../../metadata/xmp-fields.ts'
import { decodeXmp, parseXmp } from '../../../metadata/xmp.ts'

/** Larger packets are not looked into. */
const MAX_BYTES = 16 * 1024 * 1024
/** The length of the packet, 32 bits, stands before its compressed bytes. */
const LENGTH_BYTES = 4

/**
 * The title in a packet as the catalogue keeps it, which has no column of its own: text in older catalogues, compressed
 * in newer ones. Null where there is none, or nothing that can be read.
 */
export function titleOfXmp(stored: Buffer | string | null): string | null {
  const packet = typeof stored === 'string' ? stored : unpack(stored)
  if (packet === null || packet.length > MAX_BYTES || !packet.includes(':title')) return null
  return fieldsOfXmp(parseXmp(packet), { width: 0, height: 0, orientation: 1 }).title ?? null
}

function unpack(stored: Buffer | null): string | null {
  if (stored === null || stored.length <= LENGTH_BYTES) return null
  if (stored[0] === 0x3c) return decodeXmp(stored)
  try {
    return decodeXmp(inflateSync(stored.subarray(LENGTH_BYTES), { maxOutputLength: MAX_BYTES }))
  } catch {
    return null // a packet that is damaged costs its photo the title alone
  }
}
