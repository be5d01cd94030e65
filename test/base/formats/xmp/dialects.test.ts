import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { editXmp } from '../../../../src-main/base/formats/xmp/edit-xmp.ts'
import type { XmpEdit } from '../../../../src-main/base/formats/xmp/property-xml.ts'
import { listOfProperty, readXmpDocument } from '../../../../src-main/base/formats/xmp/xmp-document.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'
import { sharedPhotos } from '../../../fixtures/shared.ts'
import { runExiftool } from '../../../fixtures/exiftool.ts'
import { hasExiftool } from '../../../fixtures/other-programs.ts'

// The round-trip table: each dialect is parsed, one field is changed, and ExifTool, which shares no code with the
// program, reports the differences.

const dialectsDir = join(import.meta.dirname, 'dialects')
const sharedDir = sharedPhotos() === null ? null : join(sharedPhotos()!, 'formats/xmp')
const samples = [dialectsDir, ...(sharedDir === null ? [] : [sharedDir])].flatMap((dir) =>
  readdirSync(dir).map((name) => ({ name, bytes: readFileSync(join(dir, name)) })),
)

type Fields = Record<string, unknown>
type Field = { title: string; edit(bytes: Buffer): XmpEdit; key: string; value: unknown }

const text = (name: XmpEdit['name'], value: string): XmpEdit => ({ name, value: { kind: 'text', text: value } })
const alt = (name: XmpEdit['name'], value: string): XmpEdit => ({ name, value: { kind: 'alt', text: value } })

/** Each field's new value, and ExifTool's name for it. */
const fields: Field[] = [
  { title: 'rating', edit: () => text('xmp:Rating', '-1'), key: 'XMP-xmp:Rating', value: -1 },
  { title: 'label', edit: () => text('xmp:Label', 'Blau & <weiß>'), key: 'XMP-xmp:Label', value: 'Blau & <weiß>' },
  { title: 'pick', edit: () => text('xmpDM:pick', '1'), key: 'XMP-xmpDM:Pick', value: 1 },
  { title: 'title', edit: () => alt('dc:title', 'Der Titel ✓ ß'), key: 'XMP-dc:Title', value: 'Der Titel ✓ ß' },
  { title: 'caption', edit: () => alt('dc:description', 'a\nb "c"'), key: 'XMP-dc:Description', value: 'a\nb "c"' },
  { title: 'copyright', edit: () => alt('dc:rights', '© me'), key: 'XMP-dc:Rights', value: '© me' },
  {
    title: 'creator',
    edit: () => ({ name: 'dc:creator', value: { kind: 'list', form: 'Seq', items: ['Zoë', 'Ann'] } }),
    key: 'XMP-dc:Creator',
    value: ['Zoë', 'Ann'],
  },
  {
    title: 'place',
    edit: () => text('exif:GPSLatitude', '10,30.5S'),
    key: 'XMP-exif:GPSLatitude',
    value: -10.5083333333333,
  },
  {
    title: 'hierarchy',
    edit: () => ({ name: 'lr:hierarchicalSubject', value: { kind: 'list', form: 'Bag', items: ['a|b', 'c'] } }),
    key: 'XMP-lr:HierarchicalSubject',
    value: ['a|b', 'c'],
  },
  {
    title: 'keyword more',
    edit: (bytes) => ({
      name: 'dc:subject',
      value: { kind: 'list', form: 'Bag', items: [...keywordsOf(bytes), 'new one', 'Ä'] },
    }),
    key: 'XMP-dc:Subject',
    value: 'with two more',
  },
]

function keywordsOf(bytes: Buffer): string[] {
  const document = readXmpDocument(bytes)
  return 'problem' in document ? [] : listOfProperty(document, 'dc:subject')
}

/** ExifTool's reading of each file in a folder, without its data about itself, the file and its writer. */
function readAll(folder: string): Map<string, Fields> {
  const options = ['-json', '-G1', '-struct', '-n', '-charset', 'utf8', '-x', 'System:all', '-x', 'XMPToolkit', folder]
  const output = runExiftool(options)
  const found = JSON.parse(output) as (Fields & { SourceFile: string })[]
  return new Map(
    found.map(({ SourceFile, 'ExifTool:ExifToolVersion': _version, 'ExifTool:Warning': _warning, ...readings }) => [
      SourceFile.slice(folder.length + 1),
      readings,
    ]),
  )
}

const table = samples.flatMap((sample) => fields.map((field) => [sample.name, field.title, sample, field] as const))
const fileOf = (name: string, title: string) => `${name}-${title.replaceAll(' ', '-')}.xmp`

describe.skipIf(!hasExiftool)('what ExifTool reads', () => {
  let readings = new Map<string, Fields>()
  beforeAll(() => {
    const folder = makeTempFolder('dialects')
    for (const { name, bytes } of samples) writeFileSync(join(folder, fileOf(name, 'before')), bytes)
    for (const [name, title, { bytes }, field] of table) {
      const result = editXmp(bytes, [field.edit(bytes)])
      if ('bytes' in result) writeFileSync(join(folder, fileOf(name, title)), result.bytes)
    }
    readings = readAll(folder)
    removeFolder(folder)
  }, 120_000)

  test.each(table)('%s: only %s differs', (name, title, { bytes }, { key, value }) => {
    const before = readings.get(fileOf(name, 'before'))!
    const after = readings.get(fileOf(name, title))!
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (each) => JSON.stringify(before[each]) !== JSON.stringify(after[each]),
    )
    // ExifTool derives a position from the places.
    const isThere = JSON.stringify(before[key]) === JSON.stringify(value)
    expect(changed.filter((each) => !each.startsWith('Composite:'))).toEqual(isThere ? [] : [key])
    const keywords = [...keywordsOf(bytes), 'new one', 'Ä']
    if (title === 'keyword more') expect([after[key]].flat().map(String).toSorted()).toEqual(keywords.toSorted())
    else if (typeof value === 'string') expect(textOf(after[key])).toBe(value)
    else expect(after[key]).toEqual(value)
  })
})

/** A text, or its default if ExifTool lists several languages. */
const textOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'x-default' in value ? value['x-default'] : value
