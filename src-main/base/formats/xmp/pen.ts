import type { Scope } from './xml-scope.ts'
import { namespaces } from './xmp-names.ts'

/** What writing XML at a place needs. */
export type Pen = {
  scope: Scope
  /** The white space before the written element. */
  gap: string
  spell(piece: string): string
}

/** A name of RDF with the prefix that is valid at a place. */
export function rdfName(scope: Scope, local: string): string {
  const prefix = scope.prefixOf(namespaces.rdf, 'element')
  return prefix === undefined || prefix === '' ? local : `${prefix}:${local}`
}
