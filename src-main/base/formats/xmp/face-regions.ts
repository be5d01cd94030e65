import { insertChild } from './insert-child.ts'
import { type Pen, rdfName } from './pen.ts'
import { containerOf, findProperty } from './rdf.ts'
import { gapStart, type Splice } from './splices.ts'
import { escapeValue } from './xml-escape.ts'
import type { XmlElement } from './xml-tree.ts'
import { namespaces } from './xmp-names.ts'
import type { XmpDocument } from './xmp-document.ts'

/** A named face as the Metadata Working Group defines it: its centre and size as fractions of the stored picture. */
export type XmpRegion = { name: string; x: number; y: number; w: number; h: number }

/** Changes of a packet's faces; `width` and `height` are of the stored picture. */
export type RegionEdit = {
  width: number
  height: number
  added: readonly XmpRegion[]
  removed: readonly XmpRegion[]
}

/** Tolerance for two descriptions of one region, which differ only by rounding. */
const NEAR = 0.002

export const isSameRegion = (a: XmpRegion, b: XmpRegion): boolean =>
  a.name === b.name && (['x', 'y', 'w', 'h'] as const).every((side) => Math.abs(a[side] - b[side]) <= NEAR)

/** Whether two regions, whatever their names, are around one face. */
export const isSamePlace = (a: XmpRegion, b: XmpRegion): boolean =>
  Math.abs(a.x - b.x) <= Math.min(a.w, b.w) * 0.35 && Math.abs(a.y - b.y) <= Math.min(a.h, b.h) * 0.35

type PlacedRegion = XmpRegion & { element: XmlElement }

/** Faces of a packet with normalised areas; the name is empty if a face has none. */
export const regionsIn = (document: XmpDocument): PlacedRegion[] => {
  const list = listIn(document)
  if (list === undefined) return []
  return list.children.flatMap((element) => {
    const type = fieldOf(document, element, 'mwg-rs:Type')
    const area = findWithin(element, 'mwg-rs:Area')
    if (type?.toLowerCase() !== 'face' || area === undefined) return []
    const read = (name: string) => Number(fieldOf(document, area, `stArea:${name}`) ?? NaN)
    const [x, y, w, h] = [read('x'), read('y'), read('w'), read('h')] as [number, number, number, number]
    if ([x, y, w, h].some(Number.isNaN) || fieldOf(document, area, 'stArea:unit') === 'pixel') return []
    return [{ element, name: fieldOf(document, element, 'mwg-rs:Name') ?? '', x, y, w, h }]
  })
}

/** Changes for a packet that has regions already; what other programs wrote stays byte by byte. */
export function planRegions(document: XmpDocument, { added, removed }: RegionEdit): Splice[] {
  const list = listIn(document)!
  const gone = regionsIn(document).filter((region) => removed.some((each) => isSameRegion(each, region)))
  const pen = { scope: list.scope, spell: document.spell }
  return [
    ...gone.map(({ element }) => ({ start: gapStart(document.text, element.start), end: element.end, text: '' })),
    ...(added.length === 0
      ? []
      : [insertChild(document.text, list, ({ gap }) => added.map((each) => regionXml(pen, each)).join(gap))]),
  ]
}

/** Whether a packet has a list of regions to extend. */
export const hasRegionList = (document: XmpDocument): boolean => listIn(document) !== undefined

/** Content of `mwg-rs:Regions` for a packet without regions. */
export function regionsXml(pen: Pen, { width, height, added }: RegionEdit): string {
  const description = rdfName(pen.scope, 'Description')
  const size = `<${description} stDim:w="${width}" stDim:h="${height}" stDim:unit="pixel"/>`
  const bag = rdfName(pen.scope, 'Bag')
  return (
    pen.spell(
      `<${description} ${declarations('mwg-rs', 'stDim')}><mwg-rs:AppliedToDimensions>${size}</mwg-rs:AppliedToDimensions>` +
        `<mwg-rs:RegionList><${bag}>`,
    ) +
    added.map((each) => regionXml(pen, each)).join('') +
    pen.spell(`</${bag}></mwg-rs:RegionList></${description}>`)
  )
}

function regionXml({ scope, spell }: Omit<Pen, 'gap'>, { name, x, y, w, h }: XmpRegion): string {
  const [item, description] = [rdfName(scope, 'li'), rdfName(scope, 'Description')]
  const area = `<${description} stArea:x="${x}" stArea:y="${y}" stArea:w="${w}" stArea:h="${h}" stArea:unit="normalized"/>`
  return spell(
    `<${item}><${description} ${declarations('mwg-rs', 'stArea')} mwg-rs:Name="${escapeValue(name, '"')}" ` +
      `mwg-rs:Type="Face"><mwg-rs:Area>${area}</mwg-rs:Area></${description}></${item}>`,
  )
}

const declarations = (...prefixes: ('mwg-rs' | 'stArea' | 'stDim')[]): string =>
  prefixes.map((prefix) => `xmlns:${prefix}="${namespaces[prefix]}"`).join(' ')

function listIn(document: XmpDocument): XmlElement | undefined {
  const property = document.rdf && findProperty(document.rdf, 'mwg-rs:Regions')[0]?.element
  const list = property && findWithin(property, 'mwg-rs:RegionList')
  return list && containerOf(list)
}

function findWithin(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) {
    const found = child.name === name ? child : child.name.startsWith('rdf:') ? findWithin(child, name) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** A field of a structure, from an attribute or an element. */
function fieldOf(document: XmpDocument, element: XmlElement, name: string): string | undefined {
  const own = element.attributes.find((attribute) => attribute.name === name)?.value
  if (own !== undefined) return document.read(own)
  const child = element.children.find((each) => each.name === name)
  if (child !== undefined) return document.read(child.text)
  const inner = element.children.find((each) => each.name === 'rdf:Description')
  return inner && fieldOf(document, inner, name)
}
