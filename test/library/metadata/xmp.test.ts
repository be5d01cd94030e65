import { expect, test } from 'vitest'
import { parseXmp } from '../../../src-main/library/metadata/xmp.ts'

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'

test('tens of thousands of namespaces cost no more than their text', { tags: 'night' }, () => {
  const each = (line: (at: number) => string) => Array.from({ length: 30_000 }, (_, at) => line(at)).join('')
  const declared = each((at) => ` xmlns:n${at}="http://n/${at}/"`)
  const elements = each((at) => `<n${at}:a><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></n${at}:a>`)
  const packet = `<rdf:RDF ${RDF}><rdf:Description xmlns:k="http://purl.org/dc/elements/1.1/"${declared}>${elements}<k:format>f</k:format></rdf:Description></rdf:RDF>`
  expect(parseXmp(packet).get('dc:format')).toBe('f') // Copying them for each element would take hours.
})

test('a namespace declared on each element is known', () => {
  const text = `<rdf:RDF ${RDF}><rdf:Description><k:subject xmlns:k="http://purl.org/dc/elements/1.1/"><rdf:Bag><rdf:li>one</rdf:li></rdf:Bag></k:subject></rdf:Description></rdf:RDF>`
  expect(parseXmp(text).get('dc:subject')).toEqual(['one'])
})

test('a value with qualifiers is the value', () => {
  const text = `<rdf:RDF ${RDF}><rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:Label><rdf:Description><rdf:value>Red</rdf:value></rdf:Description></xmp:Label></rdf:Description></rdf:RDF>`
  expect(parseXmp(text).get('xmp:Label')).toBe('Red')
})

test('a list that occurs twice continues, a text counts once, and an address may be a reference', () => {
  const subject = (word: string) => `<k:subject><rdf:Bag><rdf:li>${word}</rdf:li></rdf:Bag></k:subject>`
  const described = (elements: string) =>
    `<rdf:Description xmlns:k="http://purl.org/dc/elements/1.1/">${elements}</rdf:Description>`
  const twice = described(`${subject('one')}${subject('two')}<k:format>f</k:format><k:source rdf:resource="a:b"/>`)
  const properties = parseXmp(
    `<rdf:RDF ${RDF}>${twice}${described(`${subject('three')}<k:format>g</k:format>`)}</rdf:RDF>`,
  )
  expect(properties.get('dc:subject')).toEqual(['one', 'two', 'three'])
  expect(properties.get('dc:format')).toBe('f')
  expect(properties.get('dc:source')).toBe('a:b')
})

test('the default language comes first, also in capitals', () => {
  const items = '<rdf:li xml:lang="de">Hund</rdf:li><rdf:li xml:lang="X-DEFAULT">dog</rdf:li>'
  const title = `<k:title xmlns:k="http://purl.org/dc/elements/1.1/"><rdf:Alt>${items}</rdf:Alt></k:title>`
  expect(parseXmp(`<rdf:RDF ${RDF}><rdf:Description>${title}</rdf:Description></rdf:RDF>`).get('dc:title')).toEqual([
    'dog',
    'Hund',
  ])
})

test.each(['', '<', '<a', 'no xml', '<rdf:RDF><rdf:Description', `${'<a>'.repeat(50_000)}`])(
  'invalid XML gives nothing (%#)',
  (text) => {
    expect(parseXmp(text).size).toBe(0)
  },
)
