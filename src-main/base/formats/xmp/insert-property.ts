import { insertChild } from './insert-child.ts'
import { contentXml, rdfName, type Pen, type XmpValue } from './property-xml.ts'
import { descriptionsOf } from './rdf.ts'
import { deeper, insertion, type Splice } from './splices.ts'
import { escapeText, escapeValue } from './xml-escape.ts'
import type { Scope } from './xml-scope.ts'
import type { XmlAttribute } from './read-attributes.ts'
import type { XmlElement } from './xml-tree.ts'
import { namespaces, splitName, type XmpName } from './xmp-names.ts'
import type { XmpDocument } from './xmp-document.ts'

/**
 * Adds a missing property: as an attribute if the description has such attributes and the value is a text, otherwise as
 * an element behind the others. The document must have a description.
 */
export function planInsert(document: XmpDocument, name: XmpName, value: XmpValue): Splice[] {
  const description = chooseDescription(document, name)
  const { prefix, declaration } = prefixFor(document, description, name)
  const writtenName = `${prefix}:${splitName(name).local}`
  const model = description.attributes.findLast(isProperty)
  if (value.kind === 'text' && model !== undefined)
    return [...declaration, likeAttribute(document, model, writtenName, value.text)]
  const xml = ({ gap }: { gap: string }) => {
    const pen: Pen = { scope: description.scope, gap, spell: document.spell }
    return `<${writtenName}>${contentXml(pen, value)}</${writtenName}>`
  }
  return [...declaration, insertChild(document.text, description, xml)]
}

/** Adds a structure with one part, whose name has the same prefix. */
export function planStructure(document: XmpDocument, name: XmpName, part: XmpName, text: string): Splice[] {
  const description = chooseDescription(document, name)
  const { prefix, declaration } = prefixFor(document, description, name)
  const rdf = description.scope.prefixOf(namespaces.rdf, 'attribute') ?? 'rdf'
  const [outer, inner] = [`${prefix}:${splitName(name).local}`, `${prefix}:${splitName(part).local}`]
  const xml = ({ gap }: { gap: string }) =>
    `<${outer} ${rdf}:parseType="Resource">${deeper(gap)}<${inner}>${document.spell(escapeText(text))}</${inner}>${
      gap.includes('\n') ? gap : ''
    }</${outer}>`
  return [...declaration, insertChild(document.text, description, xml)]
}

/** Adds what a packet needs before it can describe anything; nothing if it has a description. */
export function planDescription({ text, root, rdf }: XmpDocument): Splice[] {
  if (rdf === undefined) {
    const open = `<rdf:RDF xmlns:rdf="${namespaces.rdf}">`
    const inside = (gap: string) => `${deeper(gap)}<rdf:Description rdf:about=""/>${gap.includes('\n') ? gap : ''}`
    return [insertChild(text, root, ({ gap }) => `${open}${inside(gap)}</rdf:RDF>`)]
  }
  if (descriptionsOf(rdf).length > 0) return []
  const prefix = rdf.scope.prefixOf(namespaces.rdf, 'attribute')
  const about = prefix === undefined ? '' : ` ${prefix}:about=""`
  return [insertChild(text, rdf, () => `<${rdfName(rdf.scope, 'Description')}${about}/>`)]
}

function chooseDescription({ rdf }: XmpDocument, name: XmpName): XmlElement {
  const all = descriptionsOf(rdf!)
  return all.find(({ scope }) => scope.prefixOf(splitName(name).uri, 'attribute') !== undefined) ?? all[0]!
}

function isProperty({ name, writtenName }: XmlAttribute): boolean {
  return /[:}]/.test(name) && !/^(rdf|xml):/.test(name) && !writtenName.startsWith('xmlns')
}

/** The prefix for a property in a description, with its declaration if needed. */
function prefixFor(
  { text }: XmpDocument,
  description: XmlElement,
  name: XmpName,
): { prefix: string; declaration: Splice[] } {
  const { prefix: usual, uri } = splitName(name)
  const present = description.scope.prefixOf(uri, 'attribute')
  if (present !== undefined) return { prefix: present, declaration: [] }
  const prefix = freePrefix(description.scope, usual)
  const { attributes } = description
  const model = attributes.findLast(({ writtenName }) => writtenName.startsWith('xmlns')) ?? attributes.at(-1)
  const place = model?.end ?? description.start + 1 + description.writtenName.length
  const space = model === undefined ? ' ' : text.slice(model.start, model.nameStart)
  const quote = model?.quote ?? '"'
  return { prefix, declaration: [insertion(place, `${space}xmlns:${prefix}=${quote}${uri}${quote}`)] }
}

/** A prefix that nothing inside can redefine: undeclared prefixes are not in use. */
function freePrefix(scope: Scope, usual: string): string {
  let prefix = usual
  for (let number = 1; scope.find(prefix) !== undefined; number++) prefix = `${usual}${number}`
  return prefix
}

function likeAttribute({ text, spell }: XmpDocument, model: XmlAttribute, writtenName: string, value: string): Splice {
  const { start, nameStart, end, quote } = model
  const space = text.slice(start, nameStart)
  return insertion(end, `${space}${writtenName}=${quote}${spell(escapeValue(value, quote))}${quote}`)
}
