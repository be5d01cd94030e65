import { type Pen, rdfName } from './pen.ts'
import { escapeValue } from './xml-escape.ts'
import { namespaces } from './xmp-names.ts'

/** Collections that a picture is in, as the Metadata Working Group has them. */
export type Collections = { kind: 'collections'; collections: readonly { name: string; uri: string }[] }

/** What stands between the tags of `mwg-coll:Collections`; its fields have a prefix that means them in any packet. */
export function collectionsXml({ scope, spell }: Pen, { collections }: Collections): string {
  const [bag, item, description] = ['Bag', 'li', 'Description'].map((name) => rdfName(scope, name))
  const items = collections.map(
    ({ name, uri }) =>
      `<${item}><${description} xmlns:mwg-coll="${namespaces['mwg-coll']}" ` +
      `mwg-coll:CollectionName="${escapeValue(name, '"')}" mwg-coll:CollectionURI="${escapeValue(uri, '"')}"/></${item}>`,
  )
  return spell(`<${bag}>${items.join('')}</${bag}>`)
}
