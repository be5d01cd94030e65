import type { Scope } from './xml-scope.ts'
import { namespaces } from './xmp-names.ts'

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
