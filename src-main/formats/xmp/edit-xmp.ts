import { planChange, planRemoval } from './change-property.ts'
import { hasRegionList, planRegions } from './face-regions.ts'
import { planDescription, planInsert } from './insert-property.ts'
import { newSidecarText } from './new-xmp.ts'
import type { XmpEdit, XmpValue } from './property-xml.ts'
import { findProperty } from './rdf.ts'
import { applySplices, type Splice } from './splices.ts'
import { planPart } from './change-structure.ts'
import { listOfProperty, parseXmpText, readXmpDocument, textOfProperty, textsOfPart } from './xmp-document.ts'
import type { XmpDocument, XmpProblem } from './xmp-document.ts'
import type { XmpName } from './xmp-names.ts'
import { newXmpText } from './xmp-text.ts'

/**
 * Changes properties of a packet and nothing else: every byte outside them stays, the encoding, unknown namespaces,
 * comments, white space and order included. What has the value already is left as it stands. `null` or nothing but
 * white space begins a new packet, with the text of `fresh`.
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
  if (isSaid(document, edit.name, wanted)) return document
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

/** Faces of other programs stay; without any a list is begun. */
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
  const said = textsOfPart(document, name, part)
  if (said.length === 0 ? text === null : said.every((each) => each === text)) return document
  const described = text === null ? document : change(document, planDescription(document))
  return 'problem' in described ? described : change(described, planPart(described, { name, part }, text))
}

function change(document: XmpDocument, splices: readonly Splice[]): XmpDocument | XmpProblem {
  if (splices.length === 0) return document
  return parseXmpText({ ...document, text: applySplices(document.text, splices) })
}

/** Texts without white space around them; an empty one is none. */
function cleanValue(value: XmpValue | null): XmpValue | null {
  if (value === null) return null
  if (value.kind === 'regions') return value
  if (value.kind === 'collections') return value.collections.length === 0 ? null : value
  if (value.kind !== 'list') return value.text.trim() === '' ? null : { ...value, text: value.text.trim() }
  const items = [...new Set(value.items.map((item) => item.trim()))].filter((item) => item !== '')
  return items.length === 0 ? null : { ...value, items }
}

/** Whether a packet says this of a property, and says it in one place. */
function isSaid(document: XmpDocument, name: XmpName, value: XmpValue | null): boolean {
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
