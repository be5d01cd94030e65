import { planChange, planRemoval, changeElement } from './change-property.ts'
import { hasRegionList, planRegions } from './face-regions.ts'
import { planDescription, planInsert, planStructure } from './insert-property.ts'
import { newSidecarText } from './new-xmp.ts'
import type { XmpEdit, XmpValue } from './property-xml.ts'
import { findProperty, attributeOf, descriptionIn, structuresIn } from './rdf.ts'
import { applySplices, type Splice, insertion } from './splices.ts'
import {
  listOfProperty,
  parseXmpText,
  readXmpDocument,
  textOfProperty,
  textsOfPart,
  type XmpDocument,
  type XmpProblem,
} from './xmp-document.ts'
import { type XmpName, splitName } from './xmp-names.ts'
import { newXmpText } from './xmp-text.ts'
import { insertChild } from './insert-child.ts'
import { escapeText, escapeValue } from './xml-escape.ts'
import type { XmlElement } from './xml-tree.ts'

/**
 * Changes properties of a packet and nothing else: every byte outside them stays, including the encoding, unknown
 * namespaces, comments, white space and order. A property that already has the value stays unchanged. `null` or only
 * white space starts a new packet with the text of `fresh`.
 */
export function editXmp(
  bytes: Buffer | null,
  edits: readonly XmpEdit[],
  fresh: () => string = newSidecarText,
): { bytes: Buffer } | XmpProblem {
  const isNew = bytes === null || bytes.every((byte) => byte === 0 || byte === 0x20 || (byte >= 9 && byte <= 13))
  let document = isNew ? parseXmpText(newXmpText(fresh())) : readXmpDocument(bytes)
  for (const edit of edits) {
    if ('problem' in document) return document
    document = applyEdit(document, edit)
  }
  return 'problem' in document ? document : { bytes: document.encode(document.text) }
}

function applyEdit(document: XmpDocument, edit: XmpEdit): XmpDocument | XmpProblem {
  if (edit.value?.kind === 'regions') return applyRegions(document, edit.name, edit.value)
  if (edit.part !== undefined) return applyPart(document, edit, edit.part)
  const wanted = cleanValue(edit.value)
  if (hasValue(document, edit.name, wanted)) return document
  const places = document.rdf === undefined ? [] : findProperty(document.rdf, edit.name)
  const [first, ...others] = places
  if (wanted === null)
    return change(
      document,
      places.map((place) => planRemoval(document, place)),
    )
  if (first !== undefined) {
    const removals = others.map((place) => planRemoval(document, place))
    return change(document, [...planChange(document, edit.name, first, wanted), ...removals])
  }
  const described = change(document, planDescription(document))
  return 'problem' in described ? described : change(described, planInsert(described, edit.name, wanted))
}

/** Faces of other programs stay; if there are none, a new list is started. */
function applyRegions(
  document: XmpDocument,
  name: XmpName,
  value: Extract<XmpValue, { kind: 'regions' }>,
): XmpDocument | XmpProblem {
  if (hasRegionList(document)) return change(document, planRegions(document, value.regions))
  if (value.regions.added.length === 0) return document
  const places = document.rdf === undefined ? [] : findProperty(document.rdf, name)
  const emptied = change(
    document,
    places.map((place) => planRemoval(document, place)),
  )
  if ('problem' in emptied) return emptied
  const described = change(emptied, planDescription(emptied))
  return 'problem' in described ? described : change(described, planInsert(described, name, value))
}

function applyPart(document: XmpDocument, { name, value }: XmpEdit, part: XmpName): XmpDocument | XmpProblem {
  const wanted = cleanValue(value)
  const text = wanted?.kind === 'text' ? wanted.text : null
  const present = textsOfPart(document, name, part)
  if (present.length === 0 ? text === null : present.every((each) => each === text)) return document
  const described = text === null ? document : change(document, planDescription(document))
  return 'problem' in described ? described : change(described, planPart(described, { name, part }, text))
}

function change(document: XmpDocument, splices: readonly Splice[]): XmpDocument | XmpProblem {
  if (splices.length === 0) return document
  return parseXmpText({ ...document, text: applySplices(document.text, splices) })
}

/** Trims texts; an empty text becomes null. */
function cleanValue(value: XmpValue | null): XmpValue | null {
  if (value === null) return null
  if (value.kind === 'regions') return value
  if (value.kind === 'collections') return value.collections.length === 0 ? null : value
  if (value.kind !== 'list') return value.text.trim() === '' ? null : { ...value, text: value.text.trim() }
  const items = [...new Set(value.items.map((item) => item.trim()))].filter((item) => item !== '')
  return items.length === 0 ? null : { ...value, items }
}

/** Whether a packet has a property with this value, in exactly one place. */
function hasValue(document: XmpDocument, name: XmpName, value: XmpValue | null): boolean {
  const places = document.rdf === undefined ? [] : findProperty(document.rdf, name)
  if (value === null || places.length !== 1) return value === null && places.length === 0
  if (value.kind === 'regions' || value.kind === 'collections') return false
  if (value.kind !== 'list') return textOfProperty(document, name) === value.text
  const present = listOfProperty(document, name)
  return value.form === 'Seq'
    ? present.join('\0') === value.items.join('\0')
    : present.length >= value.items.length &&
        value.items.every((item) => present.includes(item)) &&
        present.every((item) => value.items.includes(item))
}

/** A part of a structured property, such as the city in a creator's address. */
type Part = { name: XmpName; part: XmpName }

/**
 * Sets the text of a part of a structure, or removes the part if it is null. Other parts stay, and an empty structure
 * is removed. In a list of structures each one is changed. The document must have a description.
 */
function planPart(document: XmpDocument, { name, part }: Part, text: string | null): Splice[] {
  const [place] = document.rdf === undefined ? [] : findProperty(document.rdf, name)
  const { element } = place ?? {}
  if (place === undefined || element === undefined) {
    const removals = place === undefined ? [] : [planRemoval(document, place)]
    return text === null ? removals : [...removals, ...planStructure(document, name, part, text)]
  }
  const structures = structuresIn(element)
  if (text !== null) return structures.flatMap((structure) => changePart(document, structure, part, text))
  const holders = structures.map(descriptionIn)
  return holders.every((holder) => isOnlyPart(holder, part))
    ? [planRemoval(document, place)]
    : holders.flatMap((holder) => removePart(document, holder, part))
}

const isPart = ({ name }: { name: string }): boolean => /[:}]/.test(name) && !/^(rdf|xml|xmlns):/.test(name)

const isOnlyPart = (holder: XmlElement, part: XmpName): boolean =>
  [...holder.attributes, ...holder.children].every((each) => !isPart(each) || each.name === part)

function removePart(document: XmpDocument, holder: XmlElement, part: XmpName): Splice[] {
  const attributes = holder.attributes.filter(({ name }) => name === part)
  const children = holder.children.filter(({ name }) => name === part)
  return [
    ...attributes.map(({ start, end }) => ({ start, end, text: '' })),
    ...children.map((child) => planRemoval(document, { description: holder, element: child })),
  ]
}

function changePart(document: XmpDocument, element: XmlElement, part: XmpName, text: string): Splice[] {
  const holder = descriptionIn(element)
  const attribute = holder.attributes.find(({ name }) => name === part)
  if (attribute !== undefined) {
    const { valueStart: start, valueEnd: end, quote } = attribute
    return [{ start, end, text: document.spell(escapeValue(text, quote)) }]
  }
  const child = holder.children.find(({ name }) => name === part)
  return child === undefined
    ? [addPart(document, element, part, text)]
    : changeElement(document, child, { kind: 'text', text })
}

/**
 * Adds a part in the form of the others: if they are attributes, as an attribute, since such an element has no
 * children.
 */
function addPart({ text: packet, spell }: XmpDocument, element: XmlElement, part: XmpName, text: string): Splice {
  const holder = descriptionIn(element)
  const { uri, local } = splitName(part)
  const model = holder.attributes.findLast(isPart)
  if (model !== undefined && holder === element) {
    const space = packet.slice(model.start, model.nameStart)
    const prefix = holder.scope.prefixOf(uri, 'attribute') ?? model.writtenName.split(':')[0]
    const value = spell(escapeValue(text, model.quote))
    return insertion(model.end, `${space}${prefix}:${local}=${model.quote}${value}${model.quote}`)
  }
  const prefix = holder.scope.prefixOf(uri, 'element') ?? ''
  const name = prefix === '' ? local : `${prefix}:${local}`
  const xml = `<${name}>${spell(escapeText(text))}</${name}>`
  const isOpen = holder !== element || attributeOf(element, 'rdf:parseType') === 'Resource'
  if (isOpen) return insertChild(packet, holder, () => xml)
  // An empty property, or a text in place of a structure.
  const rdf = element.scope.prefixOf(splitName('rdf:li').uri, 'attribute') ?? 'rdf'
  const { writtenName, start, end } = element
  return { start, end, text: `<${writtenName} ${rdf}:parseType="Resource">${xml}</${writtenName}>` }
}
