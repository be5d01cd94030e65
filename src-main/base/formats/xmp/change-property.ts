import { insertChild } from './insert-child.ts'
import { planInsert } from './insert-property.ts'
import { contentXml, itemXml, type Pen, type XmpValue } from './property-xml.ts'
import {
  containerOf,
  isDefaultLanguage,
  isReference,
  itemsOf,
  textHolder,
  type ListItem,
  type Occurrence,
} from './rdf.ts'
import { gapBefore, gapStart, type Splice } from './splices.ts'
import { escapeText, escapeValue } from './xml-escape.ts'
import type { XmlElement } from './xml-tree.ts'
import type { XmpName } from './xmp-names.ts'
import type { XmpDocument } from './xmp-document.ts'

/** Removes a property, with the white space before it. */
export function planRemoval(document: XmpDocument, { attribute, element }: Occurrence): Splice {
  if (attribute !== undefined) return { start: attribute.start, end: attribute.end, text: '' }
  return { start: gapStart(document.text, element.start), end: element.end, text: '' }
}

/** Changes an existing property, and keeps its form if that can hold the new value. */
export function planChange(document: XmpDocument, name: XmpName, place: Occurrence, value: XmpValue): Splice[] {
  const { attribute, element } = place
  if (attribute === undefined) return changeElement(document, element, value)
  if (value.kind !== 'text') return [planRemoval(document, place), ...planInsert(document, name, value)]
  const { valueStart, valueEnd, quote } = attribute
  return [{ start: valueStart, end: valueEnd, text: document.spell(escapeValue(value.text, quote)) }]
}

/** The same for an element that is a property or a part of one. */
export function changeElement(document: XmpDocument, element: XmlElement, value: XmpValue): Splice[] {
  if (value.kind === 'text') {
    const holder = isReference(element) && textHolder(element) === element ? null : textHolder(element)
    return [holder === null ? rewrite(document, element, value) : fill(document, holder, value.text)]
  }
  const container = containerOf(element)
  if (container === undefined || value.kind === 'regions' || value.kind === 'collections')
    return [rewrite(document, element, value)]
  if (value.kind === 'list') return changeList(document, container, value)
  return container.name === 'rdf:Alt'
    ? [changeDefault(document, container, value.text)]
    : [rewrite(document, element, value)]
}

/** Replaces the text between the tags of an element. */
function fill({ text, spell }: XmpDocument, element: XmlElement, value: string): Splice {
  const escaped = spell(escapeText(value))
  const { openEnd, closeStart, end, writtenName } = element
  if (end !== openEnd) return { start: openEnd, end: closeStart, text: escaped }
  const start = gapStart(text, end - 2)
  return { start, end, text: `>${escaped}</${writtenName}>` }
}

/** Rewrites an element; keeps only the namespaces that it declares. */
function rewrite({ text, spell }: XmpDocument, element: XmlElement, value: XmpValue): Splice {
  const { start, end, scope, writtenName, attributes } = element
  const declared = attributes.filter((attribute) => attribute.writtenName.startsWith('xmlns'))
  const kept = declared.map((attribute) => text.slice(attribute.start, attribute.end)).join('')
  const pen: Pen = { scope, gap: gapBefore(text, start), spell }
  return { start, end, text: `<${writtenName}${kept}>${contentXml(pen, value)}</${writtenName}>` }
}

/** Removes unwanted entries and adds missing ones; structures stay. */
function changeList(
  document: XmpDocument,
  container: XmlElement,
  { items, form }: Extract<XmpValue, { kind: 'list' }>,
): Splice[] {
  const present = itemsOf(container)
  const valueOf = ({ text }: ListItem) => (text === null ? null : document.read(text))
  const kept = present.filter((item) => item.text === null || items.includes(valueOf(item)!))
  const missing = items.filter((item) => !present.some((each) => valueOf(each) === item))
  const isOrdered = form === 'Bag' || [...kept.map(valueOf), ...missing].join('\0') === items.join('\0')
  const removed = isOrdered
    ? present.filter((item) => !kept.includes(item))
    : present.filter((item) => item.text !== null)
  const added = isOrdered ? missing : items
  return [
    ...removed.map(({ element }) => ({ start: gapStart(document.text, element.start), end: element.end, text: '' })),
    ...addItems(document, container, added),
  ]
}

function addItems({ text, spell }: XmpDocument, container: XmlElement, items: readonly string[]): Splice[] {
  if (items.length === 0) return []
  const pen = { scope: container.scope, spell }
  return [insertChild(text, container, ({ gap }) => items.map((item) => itemXml(pen, item)).join(gap))]
}

/** Sets the entry for all languages; entries in other languages stay. */
function changeDefault(document: XmpDocument, container: XmlElement, value: string): Splice {
  const present = itemsOf(container)
  const item = present.find(isDefaultLanguage)
  if (item !== undefined) return fill(document, item.element, value)
  const pen = { scope: container.scope, spell: document.spell }
  const xml = itemXml(pen, value, 'x-default')
  const [first] = present
  if (first === undefined) return insertChild(document.text, container, () => xml)
  const gap = gapBefore(document.text, first.element.start)
  return { start: first.element.start, end: first.element.start, text: xml + gap }
}
