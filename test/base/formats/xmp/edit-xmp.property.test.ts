import { TextError } from '../../../../src-main/contract/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editXmp } from '../../../../src-main/base/formats/xmp/edit-xmp.ts'
import type { XmpEdit } from '../../../../src-main/base/formats/xmp/property-xml.ts'
import { findProperty } from '../../../../src-main/base/formats/xmp/rdf.ts'
import { listOfProperty, readXmpDocument, textOfProperty } from '../../../../src-main/base/formats/xmp/xmp-document.ts'
import type { XmpName } from '../../../../src-main/base/formats/xmp/xmp-names.ts'
import { byNight } from '../../../fixtures/night.ts'

const names = {
  text: ['xmp:Rating', 'xmp:Label', 'exif:GPSLatitude'],
  alt: ['dc:title', 'dc:description', 'dc:rights'],
  list: ['dc:subject', 'lr:hierarchicalSubject', 'digiKam:TagsList'],
} as const satisfies Record<string, readonly XmpName[]>

const uris: Record<string, string> = {
  xmp: 'http://ns.adobe.com/xap/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  dc: 'http://purl.org/dc/elements/1.1/',
  lr: 'http://ns.adobe.com/lightroom/1.0/',
  digiKam: 'http://www.digikam.org/ns/1.0/',
}

const word = fc
  .stringMatching(/^[a-zA-Zäß&<>"' 😀0-9|/-]{1,12}$/u)
  .filter((text) => text.trim() === text && text !== '')
const plain = fc.constantFrom('a', 'bee', 'größe', 'x &amp; y', '<![CDATA[c<d]]>', '7')
const gap = fc.constantFrom('', ' ', '\n  ', '\r\n\t\t')
const noise = fc.constantFrom('', '<!-- n -->', '<u:foreign xmlns:u="urn:u" u:a="1">x</u:foreign>', '<?pi x?>')

/** A property in one of the forms that programs write. */
const property = fc
  .record({
    kind: fc.constantFrom('text', 'alt', 'list'),
    pick: fc.nat(2),
    items: fc.array(plain, { maxLength: 3 }),
    gap,
    noise,
    form: fc.constantFrom('Bag', 'Seq'),
  })
  .map(({ kind, pick, items, gap: space, noise: other, form }) => {
    const name = names[kind as keyof typeof names][pick]!
    const local = name.replace(':', ':')
    const entries = (lang: string) =>
      items.map((item) => `${space}<rdf:li${lang}>${item}</rdf:li>${other.replace(/^<u.*/, '')}`).join('')
    const content =
      kind === 'text'
        ? (items[0] ?? '')
        : kind === 'alt'
          ? `<rdf:Alt>${entries(' xml:lang="x-default"').split('</rdf:li>')[0]}${items.length > 0 ? '</rdf:li>' : ''}</rdf:Alt>`
          : `${space}<rdf:${form}>${entries('')}</rdf:${form}>${space}`
    return { name, xml: `${space}${other}<${local}>${content}</${local}>` }
  })

const packet = fc
  .record({
    properties: fc.array(property, { maxLength: 6 }),
    split: fc.nat(6),
    mark: fc.constantFrom('', '\ufeff', '<?xml version="1.0"?>\n'),
    attributes: fc.constantFrom('', ' xmp:ModifyDate="2020"', "\n   u:x='1' xmlns:u='urn:u'"),
    end: gap,
  })
  .map(({ properties, split, mark, attributes, end }) => {
    const unique = [...new Map(properties.map((each) => [each.name, each])).values()]
    const used = Object.entries(uris)
      .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
      .join('')
    const description = (part: typeof unique) =>
      `<rdf:Description rdf:about=""${used}${attributes}>${part.map(({ xml }) => xml).join('')}${end}</rdf:Description>`
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description(unique.slice(0, split))}${end}${description(unique.slice(split))}</rdf:RDF>`
    return `${mark}<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`
  })

const anEdit: fc.Arbitrary<XmpEdit> = fc.oneof(
  fc.record({
    name: fc.constantFrom(...names.text),
    value: fc.option(word.map((text) => ({ kind: 'text' as const, text }))),
  }),
  fc.record({
    name: fc.constantFrom(...names.alt),
    value: fc.option(word.map((text) => ({ kind: 'alt' as const, text }))),
  }),
  fc.record({
    name: fc.constantFrom(...names.list),
    value: fc.option(
      fc.record({
        kind: fc.constant('list' as const),
        form: fc.constantFrom('Bag' as const, 'Seq' as const),
        items: fc.uniqueArray(word, { maxLength: 4 }),
      }),
    ),
  }),
)

const encodings = {
  utf8: (text: string) => Buffer.from(text),
  utf16le: (text: string) => Buffer.from(`\ufeff${text.replace('\ufeff', '')}`, 'utf16le'),
  utf16be: (text: string) => Buffer.from(`\ufeff${text.replace('\ufeff', '')}`, 'utf16le').swap16(),
}

function read(bytes: Buffer) {
  const document = readXmpDocument(bytes)
  if ('problem' in document) throw new TextError(document.problem)
  return document
}

/** The source of every property but one, with the text between them. */
function sourceWithout(bytes: Buffer, name: XmpName): string[] {
  const { text, rdf, ...document } = read(bytes)
  const all = [...names.text, ...names.alt, ...names.list].filter((each) => each !== name)
  return all.flatMap((each) =>
    findProperty(rdf!, each).map(({ attribute, element }) => {
      const place = attribute ?? element
      return document.read(text.slice(attribute?.nameStart ?? place.start, place.end))
    }),
  )
}

const commentsOf = (bytes: Buffer) =>
  [...read(bytes).text.matchAll(/<!--.*?-->|<\?.*?\?>|<u:foreign.*?<\/u:foreign>/gs)].map(String)

test('a change alters only its property, is read back, and is idempotent', { tags: 'night' }, () => {
  fc.assert(
    fc.property(packet, anEdit, fc.constantFrom(...Object.values(encodings)), (source, edit, encode) => {
      const before = encode(source)
      const result = editXmp(before, [edit])
      if ('problem' in result) throw new TextError(result.problem)
      const after = result.bytes
      const document = read(after)
      if (edit.value?.kind === 'list')
        expect(new Set(listOfProperty(document, edit.name))).toEqual(new Set(edit.value.items))
      else expect(textOfProperty(document, edit.name)).toBe(edit.value && 'text' in edit.value ? edit.value.text : null)
      expect(sourceWithout(after, edit.name)).toEqual(sourceWithout(before, edit.name))
      const again = editXmp(after, [edit])
      expect('bytes' in again && again.bytes.equals(after)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('everything outside the property stays byte for byte: changing and reverting gives the same bytes', () => {
  fc.assert(
    fc.property(
      packet,
      fc.constantFrom(...names.text, ...names.alt),
      word,
      fc.constantFrom(...Object.values(encodings)),
      (source, name, text, encode) => {
        const before = encode(source)
        const present = textOfProperty(read(before), name)
        if (present === null || present === '' || /CDATA|&/.test(source)) return
        const kind = (names.text as readonly string[]).includes(name) ? 'text' : 'alt'
        const there = editXmp(before, [{ name, value: { kind, text } }])
        const back = 'bytes' in there ? editXmp(there.bytes, [{ name, value: { kind, text: present } }]) : there
        expect('bytes' in back && back.bytes.toString('hex')).toBe(before.toString('hex'))
      },
    ),
    { numRuns: byNight(125, 500) },
  )
})

test('comments, instructions and foreign elements outside the property stay', () => {
  fc.assert(
    fc.property(packet, anEdit, (source, edit) => {
      fc.pre(edit.value?.kind !== 'list' && edit.value !== null)
      const result = editXmp(Buffer.from(source), [edit])
      expect('bytes' in result && commentsOf(result.bytes)).toEqual(commentsOf(Buffer.from(source)))
    }),
  )
})

/** Bytes that mean something in XML are more frequent than others. */
const junk = fc.array(fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('<>/"\'= &!?-[]:;xrdf\0\n'))), {
  maxLength: 8,
})

test('bytes of any kind are edited or refused, never an error', () => {
  fc.assert(
    fc.property(packet, fc.nat(), junk, anEdit, (source, at, values, edit) => {
      const bytes = Buffer.from(source)
      const place = at % bytes.length
      bytes.set(values.slice(0, bytes.length - place), place)
      const result = editXmp(bytes, [edit])
      if ('bytes' in result && edit.value?.kind === 'text')
        expect(textOfProperty(read(result.bytes), edit.name)).toBe(edit.value.text)
    }),
    { numRuns: byNight(250, 1000) },
  )
})
