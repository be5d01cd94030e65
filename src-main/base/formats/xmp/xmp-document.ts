import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import {
  attributeOf,
  containerOf,
  defaultItem,
  descriptionIn,
  findProperty,
  findRdf,
  itemsOf,
  structuresIn,
  textIn,
  type Occurrence,
} from './rdf.ts'
import { parseXml, XmlProblem, type XmlElement } from './xml-tree.ts'
import type { XmpName } from './xmp-names.ts'
import { decodeXmpText, referencesBesideBytes, type XmpText } from './xmp-text.ts'

/** A parsed packet; `rdf` is undefined if it describes nothing yet. */
export type XmpDocument = XmpText & { root: XmlElement; rdf: XmlElement | undefined }

/** Why a packet cannot be read, as a part of a sentence: `it …`. */
export type XmpProblem = { problem: Text }

const MAX_BYTES = 64 * 1024 * 1024

/** Reads a packet: the bytes of a sidecar, or what a file holds. */
export function readXmpDocument(bytes: Buffer): XmpDocument | XmpProblem {
  if (bytes.length > MAX_BYTES) return { problem: say('writing.larger', { most: MAX_BYTES / 1024 ** 2 }) }
  const decoded = decodeXmpText(bytes)
  return decoded === null ? { problem: say('writing.noEncoding') } : parseXmpText(decoded)
}

/** Reads a decoded packet. */
export function parseXmpText(text: XmpText): XmpDocument | XmpProblem {
  try {
    const root = parseXml(text.text, text.hasBytes ? referencesBesideBytes : {})
    const rdf = findRdf(root)
    return rdf === undefined && root.name !== 'x:xmpmeta' ? { problem: say('writing.noXmp') } : { ...text, root, rdf }
  } catch (error) {
    if (error instanceof XmlProblem) return { problem: error.text }
    throw error
  }
}

const occurrencesOf = ({ rdf }: XmpDocument, name: XmpName): Occurrence[] =>
  rdf === undefined ? [] : findProperty(rdf, name)

/**
 * A property's text: the default language of alternatives, the first entry of a list. Null if the property is absent or
 * a structure.
 */
export function textOfProperty(document: XmpDocument, name: XmpName): string | null {
  for (const { attribute, element } of occurrencesOf(document, name)) {
    const text = attribute === undefined ? textOfElement(element) : attribute.value
    if (text !== null) return document.read(text)
  }
  return null
}

/** The text of a part of a structure, or of the first structure in a list that has it; null if absent. */
export const textOfPart = (document: XmpDocument, name: XmpName, part: XmpName): string | null =>
  textsOfPart(document, name, part).find((text) => text !== null) ?? null

/** The same for each structure. */
export function textsOfPart(document: XmpDocument, name: XmpName, part: XmpName): (string | null)[] {
  const structures = occurrencesOf(document, name).flatMap(({ element }) =>
    element === undefined ? [] : structuresIn(element),
  )
  return structures.map((structure) => {
    const holder = descriptionIn(structure)
    const child = holder.children.find((each) => each.name === part)
    const text = child === undefined ? attributeOf(holder, part) : textOfElement(child)
    return text === null ? null : document.read(text)
  })
}

function textOfElement(element: XmlElement): string | null {
  const container = containerOf(element)
  return container === undefined ? textIn(element) : (defaultItem(itemsOf(container))?.text ?? null)
}

/** All texts of a property, the default language first; null if it is absent. */
export function textsOfProperty(document: XmpDocument, name: XmpName): string[] | null {
  if (!hasProperty(document, name)) return null
  const first = textOfProperty(document, name)
  return [...new Set([...(first === null ? [] : [first]), ...listOfProperty(document, name)])]
}

/** The entries of a property without the empty ones; a plain text is a list of one. Joins all occurrences. */
export function listOfProperty(document: XmpDocument, name: XmpName): string[] {
  return occurrencesOf(document, name)
    .flatMap(({ attribute, element }) => (attribute === undefined ? listOfElement(element) : [attribute.value]))
    .map(document.read)
    .filter((text) => text !== '')
}

function listOfElement(element: XmlElement): string[] {
  const container = containerOf(element)
  const texts = container === undefined ? [textIn(element)] : itemsOf(container).map(({ text }) => text)
  return texts.filter((text) => text !== null)
}

/** Whether a packet has a property, in any form. */
export const hasProperty = (document: XmpDocument, name: XmpName): boolean => occurrencesOf(document, name).length > 0
