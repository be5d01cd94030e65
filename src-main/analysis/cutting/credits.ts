/** What goes into an exported file beside its pixels; the place a photo was taken never does. */
export type Credits = {
  creator: string | null
  copyright: string | null
  takenAt: string | null
  offset: string | null
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
const escapeXml = (text: string): string =>
  // Characters that XML 1.0 cannot hold at all are left out, so that the packet stays readable.
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * EXIF fields by directory; IFD2 is how libvips names the Exif directory. EXIF texts are ASCII: others are in the XMP
 * packet only.
 */
export function exifOf({ creator, copyright, takenAt, offset }: Credits): {
  IFD0: Record<string, string>
  IFD2: Record<string, string>
} {
  const given = (entries: Record<string, string | null>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(entries).flatMap(([name, value]) => (value && isAscii(value) ? [[name, value]] : [])),
    )
  const date = takenAt?.replace(/^(\d{4})-(\d{2})-(\d{2})T/, '$1:$2:$3 ').slice(0, 19) ?? null
  return {
    IFD0: given({ Artist: creator, Copyright: copyright, Software: 'Lumafold' }),
    IFD2: given({ DateTimeOriginal: date, OffsetTimeOriginal: date && offset }),
  }
}

/** An XMP packet with creator and copyright in full Unicode, or null where there is neither. */
export function xmpOf({ creator, copyright }: Credits): string | null {
  if (!creator && !copyright) return null
  const rights = copyright
    ? `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(copyright)}</rdf:li></rdf:Alt></dc:rights>`
    : ''
  const by = creator ? `<dc:creator><rdf:Seq><rdf:li>${escapeXml(creator)}</rdf:li></rdf:Seq></dc:creator>` : ''
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${by}${rights}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}
