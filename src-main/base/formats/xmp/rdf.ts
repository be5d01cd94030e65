import type { XmlAttribute } from './read-attributes.ts'
import type { XmlElement } from './xml-tree.ts'
import type { XmpName } from './xmp-names.ts'

/** The form of a property: an attribute of a description or an element in it. */
export type Occurrence =
  | { description: XmlElement; attribute: XmlAttribute; element?: undefined }
  | { description: XmlElement; element: XmlElement; attribute?: undefined }

/** An entry of a list; `text` is null if it is a structure. */
export type ListItem = { element: XmlElement; text: string | null; lang: string | null }

/** Packets occur with and without wrappers, and inside other documents. */
const MAX_WRAPPERS = 4

/** The `rdf:RDF` of a document, or undefined. */
export function findRdf(element: XmlElement, depth = 0): XmlElement | undefined {
  if (element.name === 'rdf:RDF') return element
  if (depth === MAX_WRAPPERS) return undefined
  for (const child of element.children) {
    const found = findRdf(child, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

export const attributeOf = (element: XmlElement, name: string): string | null =>
  element.attributes.find((attribute) => attribute.name === name)?.value ?? null

/** The descriptions of the photo itself; one with `rdf:nodeID` is only a part of another. */
export const descriptionsOf = (rdf: XmlElement): XmlElement[] =>
  rdf.children.filter(({ name, attributes }) => {
    return name === 'rdf:Description' && !attributes.some((attribute) => attribute.name === 'rdf:nodeID')
  })

/** Every occurrence of a property, in document order. More than one violates the rules, but does occur. */
export function findProperty(rdf: XmlElement, name: XmpName): Occurrence[] {
  return descriptionsOf(rdf).flatMap((description): Occurrence[] => [
    ...description.attributes.filter((each) => each.name === name).map((attribute) => ({ description, attribute })),
    ...description.children.filter((each) => each.name === name).map((element) => ({ description, element })),
  ])
}

/** The `rdf:Bag`, `rdf:Seq` or `rdf:Alt` of a property. */
export const containerOf = (property: XmlElement): XmlElement | undefined =>
  property.children.find(({ name }) => name === 'rdf:Bag' || name === 'rdf:Seq' || name === 'rdf:Alt')

/** The element with an element's text: itself, or its `rdf:value`; null for a list or a structure. */
export function textHolder(element: XmlElement): XmlElement | null {
  if (element.children.length === 0) return attributeOf(element, 'rdf:parseType') === 'Resource' ? null : element
  const [first] = element.children
  const inner = first!.name === 'rdf:Description' ? first! : element
  const value = inner.children.find(({ name }) => name === 'rdf:value')
  return value !== undefined && value.children.length === 0 ? value : null
}

/** The element with the parts of a structure: the property itself, or the description in it. */
export const descriptionIn = (property: XmlElement): XmlElement =>
  property.children.find(({ name }) => name === 'rdf:Description') ?? property

/** The structures of a property: itself, or each entry of its list. */
export function structuresIn(property: XmlElement): XmlElement[] {
  const container = containerOf(property)
  return container === undefined ? [property] : container.children.filter(({ name }) => name === 'rdf:li')
}

/** The text of an element as it is written, or its `rdf:resource`; null for a list or a structure. */
export const textIn = (element: XmlElement): string | null =>
  attributeOf(element, 'rdf:resource') ?? textHolder(element)?.text ?? null

export function itemsOf(container: XmlElement): ListItem[] {
  return container.children
    .filter(({ name }) => name === 'rdf:li')
    .map((element) => ({ element, text: textIn(element), lang: attributeOf(element, 'xml:lang') }))
}

export const isDefaultLanguage = ({ lang }: ListItem): boolean => lang?.toLowerCase() === 'x-default'

/** The entry for all languages: `x-default`, otherwise the first. */
export function defaultItem(items: readonly ListItem[]): ListItem | undefined {
  return items.find(isDefaultLanguage) ?? items[0]
}

/** Whether an element refers to a value elsewhere, or has a form that only its own program knows. */
export const isReference = (element: XmlElement): boolean =>
  ['rdf:resource', 'rdf:nodeID', 'rdf:parseType'].some((name) => attributeOf(element, name) !== null)
