import type { XmlAttribute } from './read-attributes.ts'
import { namespaces } from './xmp-names.ts'

/** The prefixes that are declared at a place. */
export class Scope {
  readonly #outer: Scope | null
  readonly #own: ReadonlyMap<string, string>

  constructor(outer: Scope | null, own: ReadonlyMap<string, string>) {
    this.#outer = outer
    this.#own = own
  }

  /** The namespace behind a prefix; `''` is the prefix of names without one. */
  find(prefix: string): string | undefined {
    for (const scope of this.#outwards()) {
      const uri = scope.#own.get(prefix)
      if (uri !== undefined) return uri === '' ? undefined : uri
    }
    return undefined
  }

  /** A prefix for a namespace; never the empty one for an attribute. */
  prefixOf(uri: string, use: 'element' | 'attribute'): string | undefined {
    for (const scope of this.#outwards()) {
      for (const [prefix, each] of scope.#own) {
        if (each === uri && this.find(prefix) === uri && (prefix !== '' || use === 'element')) return prefix
      }
    }
    return undefined
  }

  *#outwards(): Generator<Scope> {
    yield this
    if (this.#outer !== null) yield* this.#outer.#outwards()
  }
}

/** The scope of a document. */
export const rootScope = (): Scope => new Scope(null, new Map([['xml', namespaces.xml]]))

/**
 * What a prefix can be (Namespaces in XML 1.0, section 4): a name without a colon; `xml` and `xmlns` keep their meaning.
 */
const PREFIX = /^(?!xml(?:ns)?$)[^:.\d\u0300-\u036f\u00b7\u203f\u2040-][^:]*$/

/** The scope inside an element with these attributes. */
export function openScope(outer: Scope, attributes: readonly XmlAttribute[]): Scope {
  const own = new Map<string, string>()
  for (const { writtenName, value } of attributes) {
    const prefix = writtenName.startsWith('xmlns:') ? writtenName.slice('xmlns:'.length) : ''
    if (writtenName === 'xmlns' || PREFIX.test(prefix)) own.set(prefix, value)
  }
  return own.size === 0 ? outer : new Scope(outer, own)
}
