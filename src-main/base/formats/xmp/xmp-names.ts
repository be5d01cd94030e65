/** The usual prefixes of namespaces in photo programs' packets, and their URIs. */
export const namespaces = {
  x: 'adobe:ns:meta/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  xml: 'http://www.w3.org/XML/1998/namespace',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpNote: 'http://ns.adobe.com/xmp/note/',
  xmpDM: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  aux: 'http://ns.adobe.com/exif/1.0/aux/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  exifEX: 'http://cipa.jp/exif/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  Iptc4xmpCore: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
  crs: 'http://ns.adobe.com/camera-raw-settings/1.0/',
  lr: 'http://ns.adobe.com/lightroom/1.0/',
  digiKam: 'http://www.digikam.org/ns/1.0/',
  MicrosoftPhoto: 'http://ns.microsoft.com/photo/1.0/',
  acdsee: 'http://ns.acdsee.com/iptc/1.0/',
  darktable: 'http://darktable.sf.net/',
  photomechanic: 'http://ns.camerabits.com/photomechanic/1.0/',
  expressionmedia: 'http://ns.microsoft.com/expressionmedia/1.0/',
  'mwg-rs': 'http://www.metadataworkinggroup.com/schemas/regions/',
  'mwg-coll': 'http://www.metadataworkinggroup.com/schemas/collections/',
  stArea: 'http://ns.adobe.com/xmp/sType/Area#',
  stDim: 'http://ns.adobe.com/xap/1.0/sType/Dimensions#',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  mediapro: 'http://ns.iview-multimedia.com/mediapro/1.0/',
} as const

/** The library or program that wrote a packet as a whole: an attribute around the properties. */
export const TOOLKIT = 'x:xmptk'
/** Its value in packets of Lumafold. */
export const OWN_TOOLKIT = 'Lumafold'

export type XmpPrefix = keyof typeof namespaces

/** A property by its usual prefix and name, such as `dc:subject`; packets may use another prefix for its namespace. */
export type XmpName = `${XmpPrefix}:${string}`

const prefixes: ReadonlyMap<string, string> = new Map(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]))

/** `dc:subject` for a name in a known namespace; `{uri}name` in any other. */
export function usualName(uri: string, local: string): string {
  if (uri === '') return local
  const prefix = prefixes.get(uri)
  return prefix === undefined ? `{${uri}}${local}` : `${prefix}:${local}`
}

/** Prefix, namespace and local part of a property's usual name. */
export function splitName(name: XmpName): { prefix: XmpPrefix; uri: string; local: string } {
  const cut = name.indexOf(':')
  const prefix = name.slice(0, cut) as XmpPrefix
  return { prefix, uri: namespaces[prefix], local: name.slice(cut + 1) }
}
