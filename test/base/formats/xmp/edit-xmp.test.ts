import { TextError } from '../../../../src-main/contract/errors.ts'
import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { describe, expect, test } from 'vitest'
import { editXmp } from '../../../../src-main/base/formats/xmp/edit-xmp.ts'
import type { XmpEdit } from '../../../../src-main/base/formats/xmp/property-xml.ts'
import { listOfProperty, readXmpDocument, textOfProperty } from '../../../../src-main/base/formats/xmp/xmp-document.ts'
import type { XmpName } from '../../../../src-main/base/formats/xmp/xmp-names.ts'

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
const XMP = 'xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'

const text = (name: XmpName, value: string | null): XmpEdit => ({
  name,
  value: value === null ? null : { kind: 'text', text: value },
})
const list = (name: XmpName, items: string[], form: 'Bag' | 'Seq' = 'Bag'): XmpEdit => ({
  name,
  value: { kind: 'list', form, items },
})
const alt = (name: XmpName, value: string): XmpEdit => ({ name, value: { kind: 'alt', text: value } })

function edit(packet: string | Buffer | null, ...edits: XmpEdit[]): Buffer {
  const result = editXmp(typeof packet === 'string' ? Buffer.from(packet) : packet, edits)
  if ('problem' in result) throw new TextError(result.problem)
  return result.bytes
}
const edited = (packet: string, ...edits: XmpEdit[]) => edit(packet, ...edits).toString()
const packet = (inner: string, attributes = '') =>
  `<rdf:RDF ${RDF}>\n <rdf:Description rdf:about="" ${XMP} ${DC}${attributes}>${inner}</rdf:Description>\n</rdf:RDF>`

function read(bytes: Buffer) {
  const document = readXmpDocument(bytes)
  if ('problem' in document) throw new TextError(document.problem)
  return document
}

describe('a text', () => {
  test('as an attribute is replaced between its quotes', () => {
    const before = packet('', ' xmp:Rating=\'3\' xmp:Label="Red"')
    expect(edited(before, text('xmp:Rating', '5'))).toBe(before.replace("'3'", "'5'"))
    expect(edited(before, text('xmp:Label', 'a "b" & <c>'))).toBe(
      before.replace('Red', 'a &#x22;b&#x22; &amp; &lt;c&gt;'),
    )
  })

  test('as an element is replaced between its tags', () => {
    const before = packet('<xmp:Rating>3</xmp:Rating>')
    expect(edited(before, text('xmp:Rating', '5'))).toBe(before.replace('>3<', '>5<'))
    expect(edited(packet('<xmp:Label />'), text('xmp:Label', 'Red'))).toBe(packet('<xmp:Label>Red</xmp:Label>'))
  })

  test('with qualifiers keeps them', () => {
    const qualified = (stars: number) =>
      packet(
        `<xmp:Rating rdf:parseType="Resource"><rdf:value>${stars}</rdf:value><x:by xmlns:x="urn:x">me</x:by></xmp:Rating>`,
      )
    expect(edited(qualified(3), text('xmp:Rating', '4'))).toBe(qualified(4))
  })

  test('that is missing is added like the others: as an attribute or as an element', () => {
    expect(edited(packet('', ' xmp:Rating="3"'), text('xmp:Label', 'Red'))).toBe(
      packet('', ' xmp:Rating="3" xmp:Label="Red"'),
    )
    expect(edited(packet('\n  <xmp:Rating>3</xmp:Rating>\n '), text('xmp:Label', 'Red'))).toBe(
      packet('\n  <xmp:Rating>3</xmp:Rating>\n  <xmp:Label>Red</xmp:Label>\n '),
    )
  })

  test('that is removed takes the white space before it along, and nothing else', () => {
    expect(edited(packet('', ' xmp:Rating="3" xmp:Label="Red"'), text('xmp:Rating', null))).toBe(
      packet('', ' xmp:Label="Red"'),
    )
    expect(edited(packet('\n  <xmp:Rating>3</xmp:Rating>\n  <!-- a -->\n'), text('xmp:Rating', null))).toBe(
      packet('\n  <!-- a -->\n'),
    )
  })

  test('in two places is in one afterwards', () => {
    const before = packet('<xmp:Rating>3</xmp:Rating>', ' xmp:Rating="2"')
    expect(edited(before, text('xmp:Rating', '4'))).toBe(packet('', ' xmp:Rating="4"'))
  })

  test('in an unexpected form is written in the plain one', () => {
    const odd = packet('<xmp:Rating><rdf:Seq><rdf:li>3</rdf:li></rdf:Seq></xmp:Rating>')
    expect(edited(odd, text('xmp:Rating', '4'))).toBe(packet('<xmp:Rating>4</xmp:Rating>'))
    const reference = packet('<xmp:Label rdf:resource="urn:red"/>')
    expect(edited(reference, text('xmp:Label', 'Red'))).toBe(packet('<xmp:Label>Red</xmp:Label>'))
  })

  test('with any characters is read back unchanged; those XML cannot hold are left out', () => {
    const wild = 'a<b>&"\'\t\n ü 😀 ]]> \u0001'
    for (const before of [
      packet('<xmp:Label>x</xmp:Label>'),
      packet('', " xmp:Label='x'"),
      packet('', ' xmp:Label="x"'),
    ])
      expect(textOfProperty(read(edit(before, text('xmp:Label', wild))), 'xmp:Label')).toBe(wild.slice(0, -2))
  })
})

describe('an undeclared namespace', () => {
  test('is declared like the others', () => {
    const before = `<rdf:RDF ${RDF}>\n <rdf:Description rdf:about=''\n  ${DC.replaceAll('"', "'")}>\n  <dc:format>x</dc:format>\n </rdf:Description>\n</rdf:RDF>`
    expect(edited(before, text('xmp:Rating', '2'))).toBe(
      before
        .replace("/1.1/'", "/1.1/'\n  xmlns:xmp='http://ns.adobe.com/xap/1.0/'")
        .replace('</dc:format>', '</dc:format>\n  <xmp:Rating>2</xmp:Rating>'),
    )
  })

  test.each([':mp', '1mp', '-', '', 'xml', 'xmlns', 'a:b'])(
    'is declared if only %j, which is no prefix, is',
    (declared) => {
      const before = packet('').replace('xmlns:xmp', `xmlns:${declared}`)
      expect(edited(before, text('xmp:Rating', '3'))).toContain('<xmp:Rating>3</xmp:Rating>')
    },
  )

  test('gets another prefix if the usual one means something else', () => {
    const before = `<rdf:RDF ${RDF} xmlns:xmp="urn:other"><rdf:Description rdf:about=""><xmp:Rating>9</xmp:Rating></rdf:Description></rdf:RDF>`
    const after = edit(before, text('xmp:Rating', '2'))
    expect(after.toString()).toContain('<xmp:Rating>9</xmp:Rating><xmp1:Rating>2</xmp1:Rating>')
    expect(textOfProperty(read(after), 'xmp:Rating')).toBe('2')
  })
})

describe('a list', () => {
  const bag = (...items: string[]) =>
    packet(
      `\n  <dc:subject>\n   <rdf:Bag>${items.map((item) => `\n    <rdf:li>${item}</rdf:li>`).join('')}\n   </rdf:Bag>\n  </dc:subject>\n `,
    )

  test('loses and gains entries; the others stay in their form', () => {
    expect(edited(bag('one', 'two', 'three'), list('dc:subject', ['three', 'four', 'one']))).toBe(
      bag('one', 'three', 'four'),
    )
  })

  test('with the same entries stays, in any order', () => {
    expect(edited(bag('one', 'two'), list('dc:subject', ['two', 'one']))).toBe(bag('one', 'two'))
  })

  test('is added completely', () => {
    expect(edited(packet('\n  <xmp:Rating>1</xmp:Rating>\n '), list('dc:subject', ['one', 'two']))).toBe(
      packet(
        '\n  <xmp:Rating>1</xmp:Rating>\n  <dc:subject>\n   <rdf:Bag>\n    <rdf:li>one</rdf:li>\n    <rdf:li>two</rdf:li>\n   </rdf:Bag>\n  </dc:subject>\n ',
      ),
    )
  })

  test('without entries is not a property', () => {
    expect(edited(bag('one'), list('dc:subject', []))).toBe(packet('\n '))
  })

  test('in order is written in order', () => {
    const before = packet('<dc:creator><rdf:Seq><rdf:li>A</rdf:li><rdf:li>B</rdf:li></rdf:Seq></dc:creator>')
    expect(listOfProperty(read(edit(before, list('dc:creator', ['B', 'A', 'C'], 'Seq'))), 'dc:creator')).toEqual([
      'B',
      'A',
      'C',
    ])
    expect(edited(before, list('dc:creator', ['A', 'C'], 'Seq'))).toBe(before.replace('>B<', '>C<'))
  })

  test('in an empty or unusual form is written as a list', () => {
    const whole = packet('<dc:subject><rdf:Bag><rdf:li>one</rdf:li></rdf:Bag></dc:subject>')
    for (const odd of [
      '<dc:subject><rdf:Bag/></dc:subject>',
      '<dc:subject/>',
      '<dc:subject>other</dc:subject>',
      '<dc:subject rdf:nodeID="a"/>',
    ])
      expect(edited(packet(odd), list('dc:subject', ['one']))).toBe(whole)
    expect(edited(packet('', ' dc:subject="other"'), list('dc:subject', ['one'])).replaceAll(/\n */g, '')).toBe(
      whole.replaceAll(/\n */g, ''),
    )
  })

  test('in two places is joined in the first', () => {
    const before = packet(
      '<dc:subject><rdf:Bag><rdf:li>one</rdf:li></rdf:Bag></dc:subject><dc:subject><rdf:Bag><rdf:li>two</rdf:li></rdf:Bag></dc:subject>',
    )
    expect(listOfProperty(read(Buffer.from(before)), 'dc:subject')).toEqual(['one', 'two'])
    expect(edited(before, list('dc:subject', ['one', 'two']))).toBe(
      packet('<dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject>'),
    )
  })
})

describe('a text in several languages', () => {
  const title = (inner: string) => packet(`<dc:title><rdf:Alt>${inner}</rdf:Alt></dc:title>`)

  test('changes only in the default language', () => {
    const both = (value: string) =>
      title(`<rdf:li xml:lang="x-default">${value}</rdf:li><rdf:li xml:lang="fr">Un</rdf:li>`)
    expect(edited(both('One'), alt('dc:title', 'Two'))).toBe(both('Two'))
  })

  test('gets a default if there is none', () => {
    const french = '<rdf:li xml:lang="fr">Un</rdf:li>'
    expect(edited(title(french), alt('dc:title', 'One'))).toBe(
      title(`<rdf:li xml:lang="x-default">One</rdf:li>${french}`),
    )
  })

  test('replaces a plain text', () => {
    const one = title('<rdf:li xml:lang="x-default">One</rdf:li>')
    expect(edited(packet('<dc:title>x</dc:title>'), alt('dc:title', 'One'))).toBe(one)
    expect(edited(packet('', ' dc:title="x"'), alt('dc:title', 'One')).replaceAll(/\n */g, '')).toBe(
      one.replaceAll(/\n */g, ''),
    )
  })
})

describe('a packet', () => {
  test.each([null, Buffer.alloc(0), Buffer.from(' \n\0')])('without content is started', (nothing) => {
    const document = read(edit(nothing, text('xmp:Rating', '4'), list('dc:subject', ['one']), alt('dc:title', 'T')))
    expect(textOfProperty(document, 'xmp:Rating')).toBe('4')
    expect(listOfProperty(document, 'dc:subject')).toEqual(['one'])
    expect(textOfProperty(document, 'dc:title')).toBe('T')
  })

  test.each([
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n</x:xmpmeta>',
    `<rdf:RDF ${RDF}/>`,
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}></rdf:RDF></x:xmpmeta>`,
    '<RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
    `<rdf:RDF ${RDF}><rdf:Description rdf:nodeID="other"/></rdf:RDF>`,
  ])('without a description then describes the photo: %s', (empty) => {
    const bytes = edit(empty, text('xmp:Rating', '4'))
    expect(textOfProperty(read(bytes), 'xmp:Rating')).toBe('4')
    expect(edit(bytes, text('xmp:Rating', '4'))).toEqual(bytes)
  })

  test.each(['utf8', 'utf16le', 'utf16be', 'latin1'] as const)('in %s stays in it', (encoding) => {
    const encode = (source: string) =>
      encoding === 'utf16be' ? Buffer.from(source, 'utf16le').swap16() : Buffer.from(source, encoding)
    const mark = encoding === 'latin1' ? '<?xml version="1.0" encoding="ISO-8859-1"?>' : '\ufeff'
    const source = mark + packet('<xmp:Label>größer</xmp:Label>', ' xmp:Rating="1"')
    const after = edit(encode(source), text('xmp:Rating', '5'))
    expect(after).toEqual(encode(source.replace('"1"', '"5"')))
    expect(textOfProperty(read(edit(after, text('xmp:Label', 'weiß 😀'))), 'xmp:Label')).toBe('weiß 😀')
  })

  test.each(['ISO-8859-1', 'windows-1251', 'koi8-r', 'shift_jis', 'gb18030'])(
    'declared as %s keeps what it cannot write, and references of other programs',
    (encoding) => {
      const mark = `<?xml version="1.0" encoding="${encoding}"?>`
      for (const label of ['café', 'größe ×', 'Ж', '日本 😀', '\x80']) {
        const after = edit(mark + packet(''), text('xmp:Label', label), alt('dc:title', label))
        expect([textOfProperty(read(after), 'xmp:Label'), textOfProperty(read(after), 'dc:title')]).toEqual([
          label,
          label,
        ])
        expect(edit(after, text('xmp:Label', label))).toEqual(after)
      }
      const others = read(Buffer.from(mark + packet('', ' xmp:Label="&#xE9;&#x00e9;&#233;&#0233; &#x20ac;"')))
      expect(textOfProperty(others, 'xmp:Label')).toBe('éééé €')
    },
  )

  test('beside a reference to another character, bytes are read in their encoding', () => {
    const [before, after] = packet('<xmp:Label>|&#x2019;&#xe9;|</xmp:Label>').split('|&#x2019;&#xe9;|')
    const mark = '<?xml version="1.0" encoding="windows-1251"?>'
    const bytes = Buffer.from(`${mark}${before}\xcc\xe8\xf0&#x2019;&#xe9;\xcc${after}`, 'latin1')
    expect(textOfProperty(read(bytes), 'xmp:Label')).toBe('Мир’éМ')
  })

  test('with bytes that are not UTF-8 keeps them', () => {
    const bytes = Buffer.concat([
      Buffer.from(packet('<xmp:Label>', '').split('</rdf:D')[0]!),
      Buffer.from([0xe9, 0xff]),
      Buffer.from(`</xmp:Label><dc:format>ü</dc:format></rdf:Description></rdf:RDF>`),
    ])
    const after = edit(bytes, text('xmp:Rating', '3'), alt('dc:title', 'Ü'))
    expect(after.includes(Buffer.from([0x3e, 0xe9, 0xff, 0x3c]))).toBe(true)
    expect(textOfProperty(read(after), 'dc:title')).toBe('Ü')
    expect(textOfProperty(read(after), 'xmp:Rating')).toBe('3')
  })

  test('with bytes that are not UTF-8 reads a character whose last byte looks like a space', () => {
    const [before, after] = packet('<xmp:Label>voilà</xmp:Label><dc:format>|</dc:format>').split('|')
    const bytes = Buffer.concat([Buffer.from(before!), Buffer.from([0xff]), Buffer.from(after!)])
    expect(textOfProperty(read(bytes), 'xmp:Label')).toBe('voilà')
    expect(edit(bytes, text('xmp:Label', 'voilà'))).toEqual(bytes)
  })

  test('keeps the text around the document', () => {
    const around = `\n<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${packet('', ' xmp:Rating="1"')}\n${' '.repeat(2000)}<?xpacket end="w"?>\0\0\n`
    expect(edited(around, text('xmp:Rating', '2'))).toBe(around.replace('"1"', '"2"'))
  })

  test.each([
    ['is no XML', 'just text', 'it holds no XML'],
    ['is not well-formed', packet('<xmp:Rating>3'), 'it is not well-formed XML'],
    ['is cut off', packet('').slice(0, -5), 'it is not well-formed XML'],
    ['says an attribute twice', packet('', ' xmp:Rating="1" xmp:Rating="2"'), 'occurs twice'],
    ['is something else', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'it holds no XMP'],
    ['is nested without end', packet('<a>'.repeat(5000) + '</a>'.repeat(5000)), 'its elements are nested too deeply'],
    ['has a broken encoding', Buffer.from([0xff, 0xfe, 0x3c]), 'its text has no known encoding'],
  ])('that %s stays unchanged, with a reason', (_title, source, reason) => {
    const result = editXmp(Buffer.from(source as string), [text('xmp:Rating', '3')])
    expect('problem' in result && inEnglish(result.problem)).toContain(reason)
  })

  test('with thousands of namespaces and entities is edited like any other', () => {
    const declared = Array.from({ length: 3000 }, (_, i) => ` xmlns:n${i}="urn:${i}" n${i}:a="1"`).join('')
    const source = packet('&amp;'.repeat(50_000), declared)
    expect(textOfProperty(read(edit(source, text('xmp:Rating', '3'))), 'xmp:Rating')).toBe('3')
  })
})
