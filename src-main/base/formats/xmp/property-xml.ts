import { type RegionEdit, regionsXml } from './face-regions.ts'
import { deeper } from './splices.ts'
import { escapeText, escapeValue } from './xml-escape.ts'
import { type Pen, rdfName } from './pen.ts'
import { type XmpName, namespaces } from './xmp-names.ts'

/**
 * The value of a property: a text, a list (`Bag`: a set, `Seq`: ordered), a text in the default language beside those
 * in others, named faces beside those of other programs, or collections.
 */
export type XmpValue =
  | { kind: 'text'; text: string }
  | { kind: 'list'; form: 'Bag' | 'Seq'; items: readonly string[] }
  | { kind: 'alt'; text: string }
  | { kind: 'regions'; regions: RegionEdit }
  | Collections

/** Sets a property to this value, or removes it if null; with `part`, a part of the property, which is a text. */
export type XmpEdit = { name: XmpName; part?: XmpName; value: XmpValue | null }

export { type Pen, rdfName } from './pen.ts'

/** An entry of a list, without surrounding white space. */
export function itemXml({ scope, spell }: Omit<Pen, 'gap'>, text: string, lang?: string): string {
  const name = rdfName(scope, 'li')
  return `<${name}${lang === undefined ? '' : ` xml:lang="${lang}"`}>${spell(escapeText(text))}</${name}>`
}

/** The content between the tags of a property. */
export function contentXml(pen: Pen, value: XmpValue): string {
  if (value.kind === 'text') return pen.spell(escapeText(value.text))
  if (value.kind === 'regions') return regionsXml(pen, value.regions)
  if (value.kind === 'collections') return collectionsXml(pen, value)
  const container = rdfName(pen.scope, value.kind === 'alt' ? 'Alt' : value.form)
  const [outer, inner] = [deeper(pen.gap), deeper(deeper(pen.gap))]
  const items =
    value.kind === 'alt' ? [itemXml(pen, value.text, 'x-default')] : value.items.map((item) => itemXml(pen, item))
  const list = items.map((item) => inner + item).join('')
  return `${outer}<${container}>${list}${outer}</${container}>${outer === '' ? '' : pen.gap}`
}

/** Collections that a picture is in, as the Metadata Working Group defines them. */
type Collections = { kind: 'collections'; collections: readonly { name: string; uri: string }[] }

/** The content of `mwg-coll:Collections`; its fields use a prefix that is valid in any packet. */
function collectionsXml({ scope, spell }: Pen, { collections }: Collections): string {
  const [bag, item, description] = ['Bag', 'li', 'Description'].map((name) => rdfName(scope, name))
  const items = collections.map(
    ({ name, uri }) =>
      `<${item}><${description} xmlns:mwg-coll="${namespaces['mwg-coll']}" ` +
      `mwg-coll:CollectionName="${escapeValue(name, '"')}" mwg-coll:CollectionURI="${escapeValue(uri, '"')}"/></${item}>`,
  )
  return spell(`<${bag}>${items.join('')}</${bag}>`)
}
