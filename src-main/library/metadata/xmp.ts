import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { XMLParser } from 'fast-xml-parser'
import { encodingOfXml } from '../../base/formats/xmp/encoding-of-xml.ts'
import { decodeDamagedUtf8 } from '../../base/formats/text-encoding.ts'
import { messageOf } from '../../contract/errors.ts'
import { TOOLKIT } from '../../base/formats/xmp/xmp-names.ts'

/**
 * The properties of an XMP packet by their usual prefix and name, such as `dc:subject`; lists and structures as
 * JSON-like values.
 */
export type XmpProperties = ReadonlyMap<string, unknown>

type Node = Record<string, unknown>

/** Packets may choose any prefix; the namespace of a prefix decides. */
const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'adobe:ns:meta/': 'x',
    'http://purl.org/dc/elements/1.1/': 'dc',
    'http://ns.adobe.com/xap/1.0/': 'xmp',
    'http://ns.adobe.com/exif/1.0/': 'exif',
    'http://cipa.jp/exif/1.0/': 'exifEX',
    'http://ns.adobe.com/exif/1.0/aux/': 'aux',
    'http://ns.adobe.com/tiff/1.0/': 'tiff',
    'http://ns.adobe.com/photoshop/1.0/': 'photoshop',
    'http://ns.adobe.com/lightroom/1.0/': 'lr',
    'http://ns.adobe.com/camera-raw-settings/1.0/': 'crs',
    'http://ns.adobe.com/xap/1.0/rights/': 'xmpRights',
    'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/': 'Iptc4xmpCore',
    'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': 'Iptc4xmpExt',
    'http://ns.adobe.com/xmp/1.0/DynamicMedia/': 'xmpDM',
    'http://ns.microsoft.com/photo/1.0/': 'MicrosoftPhoto',
    'http://ns.microsoft.com/photo/1.0': 'MicrosoftPhoto',
    'http://ns.microsoft.com/photo/1.2/': 'MP',
    'http://ns.microsoft.com/photo/1.2/t/RegionInfo#': 'MPRI',
    'http://ns.microsoft.com/photo/1.2/t/Region#': 'MPReg',
    'http://www.metadataworkinggroup.com/schemas/regions/': 'mwg-rs',
    'http://www.metadataworkinggroup.com/schemas/collections/': 'mwg-coll',
    'http://ns.adobe.com/xmp/sType/Area#': 'stArea',
    'http://ns.adobe.com/xap/1.0/sType/Dimensions#': 'stDim',
    'http://ns.iview-multimedia.com/mediapro/1.0/': 'mediapro',
    'http://ns.microsoft.com/expressionmedia/1.0/': 'expressionmedia',
    'http://ns.camerabits.com/photomechanic/1.0/': 'photomechanic',
    'http://ns.google.com/photos/1.0/camera/': 'GCamera',
    'http://ns.google.com/photos/1.0/container/': 'Container',
    'http://ns.google.com/photos/1.0/container/item/': 'Item',
    'http://darktable.sf.net/': 'darktable',
    'http://www.digikam.org/ns/1.0/': 'digiKam',
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  }),
)

const DECLARATION = '@xmlns:'
const noScope: Scope = { own: new Map(), outer: null }

const parser = () =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#text',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    // Also numeric entities, such as line breaks in captions.
    htmlEntities: true,
  })

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const asList = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** XMP in files is UTF-8; sidecars may be in any encoding, given by their first bytes or the XML declaration. */
export function decodeXmp(bytes: Uint8Array): string {
  const encoding = encodingOfXml(bytes)
  return encoding === 'utf-8' ? decodeDamagedUtf8(bytes) : new TextDecoder(encoding).decode(bytes)
}

/** Reads a packet; one that is not XML has no properties. */
export const parseXmp = (text: string): XmpProperties => readXmp(text).properties

/** The same, with the reason why a packet was refused, as a part of a sentence; null if it was read. */
export function readXmp(text: string): { properties: XmpProperties; problem: Text | null } {
  const properties = new Map<string, unknown>()
  const start = text.indexOf('<')
  if (start < 0) return { properties, problem: text.replaceAll('\0', '').trim() === '' ? null : say('reading.noXml') }
  try {
    // The trailing packet marker and padding are not part of the document.
    const tree: unknown = parser().parse(text.slice(start).replaceAll('\u0000', ''))
    collect(tree, noScope, properties)
  } catch (error) {
    return { properties, problem: describeRefusal(messageOf(error)) }
  }
  return { properties, problem: null }
}

const describeRefusal = (message: string): Text =>
  /nested tags/i.test(message) ? say('reading.nested') : say('reading.badXml', { detail: message })

/**
 * The prefixes that an element declares, and the surrounding element. They are looked up outward and never copied: a
 * packet may declare thousands.
 */
type Scope = { readonly own: ReadonlyMap<string, string>; readonly outer: Scope | null }

function scopeOf(value: unknown, outer: Scope): Scope {
  const declared = isNode(value) ? Object.entries(value).filter(([key]) => key.startsWith(DECLARATION)) : []
  if (declared.length === 0) return outer
  const names = declared.map(([key, address]): [string, string] => {
    const prefix = key.slice(DECLARATION.length)
    return [prefix, prefixes.get(String(address)) ?? prefix]
  })
  return { own: new Map(names), outer }
}

/** A name with the usual prefix for its namespace. */
function usualName(key: string, inner: Scope): string {
  const [prefix, name] = key.split(':', 2)
  if (name === undefined) return key
  for (let scope: Scope | null = inner; scope !== null; scope = scope.outer) {
    const usual = scope.own.get(prefix!)
    if (usual !== undefined) return `${usual}:${name}`
  }
  return key
}

/** Finds descriptions at any depth: packets come with and without the outer wrappers. */
function collect(tree: unknown, outer: Scope, properties: Map<string, unknown>): void {
  for (const node of asList(tree).filter(isNode)) {
    const scope = scopeOf(node, outer)
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('@') && usualName(key.slice(1), scope) === TOOLKIT) properties.set(TOOLKIT, value)
      if (key.startsWith('@') || key.startsWith('?')) continue
      if (usualName(key, scopeOf(value, scope)) === 'rdf:Description')
        for (const description of asList(value).filter(isNode)) describe(description, scope, properties)
      else collect(value, scope, properties)
    }
  }
}

function describe(description: Node, outer: Scope, properties: Map<string, unknown>): void {
  const scope = scopeOf(description, outer)
  for (const [key, value] of Object.entries(description)) {
    if (key.startsWith('@xmlns') || key === '#text') continue
    const name = usualName(key.replace(/^@/, ''), scopeOf(value, scope))
    if (!name.startsWith('rdf:')) properties.set(name, joined(properties.get(name), plain(value, scope)))
  }
}

/** A property must occur once, and does occur more often: then the first counts, and lists continue. */
function joined(first: unknown, next: unknown): unknown {
  if (first === undefined) return next
  if (!Array.isArray(first) && !Array.isArray(next)) return first
  const list = asList(first)
  for (const each of asList(next)) list.push(each)
  return list
}

/**
 * Text, a list (`rdf:Bag`, `Seq`, `Alt`) or a structure, without RDF wrappers. The default language of an `Alt` comes
 * first.
 */
function plain(value: unknown, outer: Scope): unknown {
  if (Array.isArray(value)) return value.flatMap((each) => plain(each, outer))
  if (!isNode(value)) return value
  const names = scopeOf(value, outer)
  const structure: Node = {}
  for (const [key, inner] of Object.entries(value)) {
    const name = usualName(key.replace(/^@/, ''), names)
    if (/^rdf:(Bag|Seq|Alt)$/.test(name)) return listOf(inner, names)
    // A value with qualifiers is beside them.
    if ((name === 'rdf:Description' && isNode(inner)) || name === 'rdf:value') return plain(inner, names)
    // An address may be a reference in place of a text.
    if (name === '#text' || name === 'rdf:resource') return inner
    if (!key.startsWith('@xmlns') && !name.startsWith('rdf:') && name !== 'xml:lang')
      structure[name] = plain(inner, names)
  }
  return Object.keys(structure).length === 0 ? '' : structure
}

function listOf(list: unknown, names: Scope): unknown[] {
  const items = asList(list)
    .filter(isNode)
    .flatMap((node) =>
      Object.entries(node).flatMap(([key, inner]) => (usualName(key, names) === 'rdf:li' ? asList(inner) : [])),
    )
  const isDefault = (item: unknown) => isNode(item) && /^x-default$/i.test(String(item['@xml:lang']))
  return [...items.filter(isDefault), ...items.filter((item) => !isDefault(item))].map((item) => plain(item, names))
}
