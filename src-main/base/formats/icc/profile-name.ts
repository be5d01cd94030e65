const HEADER_BYTES = 128
const ENTRY_BYTES = 12
const MAX_TAGS = 100
const MAX_NAME_BYTES = 512

/** The description of an ICC profile (ICC.1, 9.2.41), such as `Display P3`; null if the bytes are no profile. */
export function readProfileName(profile: Buffer): string | null {
  const place = findTag(profile, 'desc')
  if (place === null) return null
  const type = profile.toString('latin1', place, place + 4)
  const name = type === 'desc' ? readAscii(profile, place) : type === 'mluc' ? readUnicode(profile, place) : ''
  return name.replace(/\0.*$/s, '').trim() || null
}

/** Offset of a tag of a profile, such as `desc`; null if there is none. */
export function findTag(profile: Buffer, name: string): number | null {
  if (profile.length < HEADER_BYTES + 4) return null
  const tags = Math.min(profile.readUInt32BE(HEADER_BYTES), MAX_TAGS)
  for (let tag = 0; tag < tags; tag++) {
    const at = HEADER_BYTES + 4 + ENTRY_BYTES * tag
    if (at + ENTRY_BYTES > profile.length) return null
    const place = profile.readUInt32BE(at + 4)
    if (profile.toString('latin1', at, at + 4) === name) return place + 16 <= profile.length ? place : null
  }
  return null
}

/** Version 2 stores ASCII: its length, then its letters. */
function readAscii(profile: Buffer, at: number): string {
  const length = Math.min(profile.readUInt32BE(at + 8), MAX_NAME_BYTES)
  return profile.toString('latin1', at + 12, at + 12 + length)
}

/** Version 4 stores UTF-16 in several languages; the first is the one to show. */
function readUnicode(profile: Buffer, at: number): string {
  if (at + 28 > profile.length || profile.readUInt32BE(at + 8) === 0) return ''
  const [length, offset] = [profile.readUInt32BE(at + 20), profile.readUInt32BE(at + 24)]
  const bytes = profile.subarray(at + offset, at + offset + Math.min(length, MAX_NAME_BYTES))
  return new TextDecoder('utf-16be').decode(bytes)
}
