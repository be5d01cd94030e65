import { changeElement, planRemoval } from './change-property.ts'
import { planStructure } from './insert-property.ts'
import { attributeOf, descriptionIn, findProperty, structuresIn } from './rdf.ts'
import { insertChild } from './insert-child.ts'
import { insertion, type Splice } from './splices.ts'
import { escapeText, escapeValue } from './xml-escape.ts'
import type { XmlElement } from './xml-tree.ts'
import type { XmpDocument } from './xmp-document.ts'
import { splitName, type XmpName } from './xmp-names.ts'

/** A part of a property that is a structure, such as the city in the address of a creator. */
export type Part = { name: XmpName; part: XmpName }

/**
 * Gives a part of a structure a text, or with null takes it out; the other parts stay as they are, and an empty
 * structure goes. Of a list of structures each is changed. The document has a description.
 */
export function planPart(document: XmpDocument, { name, part }: Part, text: string | null): Splice[] {
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

/** As the other parts stand: beside attributes as one of them, which may hold no elements. */
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
  // An empty property, or a text where a structure is meant.
  const rdf = element.scope.prefixOf(splitName('rdf:li').uri, 'attribute') ?? 'rdf'
  const { writtenName, start, end } = element
  return { start, end, text: `<${writtenName} ${rdf}:parseType="Resource">${xml}</${writtenName}>` }
}
