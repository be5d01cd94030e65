import { deeper } from './splices.ts'
import { escapeText } from './xml-escape.ts'
import type { Scope } from './xml-scope.ts'
import { namespaces, type XmpName } from './xmp-names.ts'

/**
 * What a property is to hold: a text, a list (`Bag`: a set, `Seq`: in order), or a text in the default language beside
 * those in others.
 */
export type XmpValue =
  | { kind: 'text'; text: string }
  | { kind: 'list'; form: 'Bag' | 'Seq'; items: readonly string[] }
  | { kind: 'alt'; text: string }

/** A property that is to have this value, or with null not to be there. */
export type XmpEdit = { name: XmpName; value: XmpValue | null }

/** What XML is written with at a place. */
export type Pen = {
  scope: Scope
  /** The white space before the element that is written. */
  gap: string
  spell(piece: string): string
}

/** A name of RDF with the prefix that holds at a place. */
export function rdfName(scope: Scope, local: string): string {
  const prefix = scope.prefixOf(namespaces.rdf, 'element')
  return prefix === undefined || prefix === '' ? local : `${prefix}:${local}`
}

/** An entry of a list, without white space around it. */
export function itemXml({ scope, spell }: Omit<Pen, 'gap'>, text: string, lang?: string): string {
  const name = rdfName(scope, 'li')
  return `<${name}${lang === undefined ? '' : ` xml:lang="${lang}"`}>${spell(escapeText(text))}</${name}>`
}

/** What stands between the tags of a property. */
export function contentXml(pen: Pen, value: XmpValue): string {
  if (value.kind === 'text') return pen.spell(escapeText(value.text))
  const container = rdfName(pen.scope, value.kind === 'alt' ? 'Alt' : value.form)
  const [outer, inner] = [deeper(pen.gap), deeper(deeper(pen.gap))]
  const items =
    value.kind === 'alt' ? [itemXml(pen, value.text, 'x-default')] : value.items.map((item) => itemXml(pen, item))
  const list = items.map((item) => inner + item).join('')
  return `${outer}<${container}>${list}${outer}</${container}>${outer === '' ? '' : pen.gap}`
}
