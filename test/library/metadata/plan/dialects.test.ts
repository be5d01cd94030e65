import { TextError } from '../../../../src-main/contract/errors.ts'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { valueFields } from '../../../../src-main/contract/library/metadata-writing.ts'
import { keywordKey } from '../../../../src-main/library/metadata/plan/keyword-names.ts'
import { targetOfXmp } from '../../../../src-main/library/metadata/plan/target-of-xmp.ts'
import { plainValue, type Values } from '../../../../src-main/library/metadata/plan/work.ts'
import { xmpEdits } from '../../../../src-main/library/metadata/plan/xmp-edits.ts'
import { fieldsOfXmp } from '../../../../src-main/library/metadata/xmp-fields.ts'
import { decodeXmp, parseXmp } from '../../../../src-main/library/metadata/xmp.ts'
import { editXmp } from '../../../../src-main/base/formats/xmp/edit-xmp.ts'
import { readXmpDocument } from '../../../../src-main/base/formats/xmp/xmp-document.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'
import { isNight } from '../../../fixtures/night.ts'
import { sharedPhotos } from '../../../fixtures/shared.ts'
import { runExiftool } from '../../../fixtures/exiftool.ts'
import { hasExiftool } from '../../../fixtures/other-programs.ts'

// The round-trip table: each dialect is parsed, and one field is changed as a person's change is written. Both readers
// of the program, and ExifTool, which shares no code with it, then report what differs.

const ownDir = join(import.meta.dirname, '../../../base/formats/xmp/dialects')
const sharedDir = sharedPhotos() === null ? null : join(sharedPhotos()!, 'formats/xmp')
const samples = [ownDir, ...(sharedDir === null ? [] : [sharedDir])].flatMap((dir) =>
  readdirSync(dir)
    .map((name) => ({ name, bytes: readFileSync(join(dir, name)) }))
    .filter(({ bytes }) => dir === ownDir || 'text' in readXmpDocument(bytes)),
)

const keywordProperties = [
  'dc:Subject',
  'lr:HierarchicalSubject',
  'digiKam:TagsList',
  'microsoft:LastKeywordXMP',
  'mediapro:CatalogSets',
  'expressionmedia:CatalogSets',
]
/** The properties that programs write a field into, by ExifTool's names. */
const properties: Record<string, readonly string[]> = {
  rating: ['xmp:Rating', 'microsoft:RatingPercent', 'acdsee:Rating'],
  label: ['xmp:Label', 'digiKam:ColorLabel', 'photoshop:Urgency', 'darktable:Colorlabels', 'photomech:ColorClass'],
  pick: ['xmpDM:Pick', 'xmpDM:Good', 'digiKam:PickLabel', 'photomech:Tagged', 'xmp:Rating', 'acdsee:Rating'],
  title: ['dc:Title'],
  headline: ['photoshop:Headline'],
  credit: ['photoshop:Credit'],
  city: ['photoshop:City', 'iptcExt:LocationCreated'],
  usageTerms: ['xmpRights:UsageTerms'],
  copyrightStatus: ['xmpRights:Marked'],
  creatorEmail: ['iptcCore:CreatorContactInfo'],
  countryCode: ['iptcCore:CountryCode', 'iptcExt:LocationCreated'],
  position: [
    'exif:GPSLatitude',
    'exif:GPSLatitudeRef',
    'exif:GPSLongitude',
    'exif:GPSLongitudeRef',
    'exif:GPSAltitude',
    'exif:GPSAltitudeRef',
  ],
  caption: ['dc:Description', 'tiff:ImageDescription'],
  creator: ['dc:Creator', 'tiff:Artist'],
  copyright: ['dc:Rights', 'tiff:Copyright'],
  // The time of digitising moves with the shot if both were one.
  takenAt: ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'exif:DateTimeDigitized', 'xmp:CreateDate'],
  keywords: keywordProperties,
}
/** Those that may be added; others are changed only if they exist. */
const added = new Set([
  'xmp:Rating',
  'xmp:Label',
  'digiKam:ColorLabel',
  'xmpDM:Pick',
  'digiKam:PickLabel',
  'dc:Title',
  'dc:Description',
  'dc:Creator',
  'dc:Rights',
  'exif:DateTimeOriginal',
  'photoshop:Headline',
  'photoshop:Credit',
  'photoshop:City',
  'xmpRights:UsageTerms',
  'xmpRights:Marked',
  'iptcCore:CreatorContactInfo',
  'iptcCore:CountryCode',
  'exif:GPSLatitude',
  'exif:GPSLongitude',
  'exif:GPSAltitude',
  'exif:GPSAltitudeRef',
  'dc:Subject',
  'lr:HierarchicalSubject',
])

type Change = { title: string; values: Values; keywords?: (before: readonly string[]) => string[] }
const changes: Change[] = [
  { title: 'rating', values: { rating: 4 } },
  { title: 'rating none', values: { rating: 0 } },
  { title: 'label', values: { label: 'Blue' } },
  { title: 'label of digiKam alone', values: { label: 'Orange' } },
  { title: 'label that is no colour', values: { label: 'To print' } },
  { title: 'label none', values: { label: '' } },
  { title: 'pick', values: { pick: 1 } },
  { title: 'pick rejected', values: { pick: -1 } },
  { title: 'pick none', values: { pick: 0 } },
  { title: 'title', values: { title: 'Der Titel ✓ & <ß>' } },
  { title: 'title none', values: { title: '' } },
  { title: 'caption', values: { caption: 'a\nb "c"' } },
  { title: 'caption none', values: { caption: '' } },
  { title: 'creator', values: { creator: 'Zoë; Ann' } },
  { title: 'creator none', values: { creator: '' } },
  { title: 'copyright', values: { copyright: '© me' } },
  { title: 'copyright none', values: { copyright: '' } },
  { title: 'takenAt', values: { takenAt: '1987-06-05T04:03:02' } },
  { title: 'takenAt with its offset', values: { takenAt: '1987-06-05T04:03:02-03:30' } },
  { title: 'headline', values: { headline: 'Größe "1" <2>' } },
  { title: 'headline none', values: { headline: '' } },
  { title: 'credit', values: { credit: 'Agency & Co' } },
  { title: 'city', values: { city: 'Łódź' } },
  { title: 'usageTerms', values: { usageTerms: 'No AI,\nno resale' } },
  { title: 'copyrightStatus', values: { copyrightStatus: 'public-domain' } },
  { title: 'creatorEmail', values: { creatorEmail: 'zoë@example.com' } },
  { title: 'creatorEmail none', values: { creatorEmail: '' } },
  { title: 'countryCode', values: { countryCode: 'POL' } },
  { title: 'position', values: { position: '-33.918861,18.4233,25.5' } },
  { title: 'position none', values: { position: '' } },
  { title: 'keywords flat', values: {}, keywords: (before) => [...before, 'new one'] },
  { title: 'keywords hierarchical', values: {}, keywords: (before) => [...before, 'Trips/Ä/AC\\DC'] },
  { title: 'keywords one less', values: {}, keywords: (before) => before.slice(1) },
]
const fieldOf = ({ title }: Change) => title.split(' ')[0]!

function documentOf(bytes: Buffer) {
  const document = readXmpDocument(bytes)
  if ('problem' in document) throw new TextError(document.problem)
  return document
}

function write(bytes: Buffer, { values, keywords }: Change): Buffer {
  const document = documentOf(bytes)
  const fields = targetOfXmp(document)
  const wanted = keywords === undefined ? null : keywords(fields.keywords ?? [])
  const made = editXmp(bytes, xmpEdits(document, fields, { values, keywords: wanted }))
  if ('problem' in made) throw new TextError(made.problem)
  return made.bytes
}

/** What is compared: fields in plain form, keywords in any order. */
function readFields(bytes: Buffer): Record<string, unknown> {
  const { values, keywords } = targetOfXmp(documentOf(bytes))
  const plain = valueFields.map((field) => [field, plainValue(field, values[field])] as const)
  return { ...Object.fromEntries(plain), keywords: (keywords ?? []).map(keywordKey).toSorted() }
}

/** Everything the library's reader extracts from a packet: also places, people, regions and the camera's data. */
function plainRead(bytes: Buffer): Record<string, unknown> {
  const read = fieldsOfXmp(parseXmp(decodeXmp(bytes)), { width: 60, height: 40, orientation: 1 })
  const { keywords = [], keywordPaths = [], rating = null, pick = null, label, title, caption, ...rest } = read
  const { creator, copyright, ...others } = rest
  const words = [...keywordPaths, ...keywords].map(keywordKey).toSorted()
  const stars = Math.max(0, rating ?? 0)
  const texts = { label: label ?? null, title: title ?? null, caption: caption ?? null }
  return { ...others, ...texts, creator: creator ?? null, copyright: copyright ?? null, stars, pick: pick ?? 0, words }
}
/** A time that a person gives has neither an offset nor fractions of seconds. */
const readNames: Record<string, readonly string[]> = {
  rating: ['stars'],
  keywords: ['words'],
  takenAt: ['takenAt', 'offset', 'subsec'],
  position: ['latitude', 'longitude', 'altitude'],
}

const differing = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/** By day every fifth, which covers each change and each dialect. */
const table = samples
  .flatMap((sample) => changes.map((each) => [sample.name, each.title, sample.bytes, each] as const))
  .filter((_, at) => isNight || at % 5 === 0)

test('the dialects of Lightroom, Bridge, digiKam, darktable, Capture One, Microsoft and ExifTool are included', () => {
  const names = ['lightroom', 'bridge', 'digikam', 'darktable', 'capture-one', 'windows', 'exiftool', 'photo-mechanic']
  expect(samples.map(({ name }) => name)).toEqual(expect.arrayContaining(names.map((name) => `${name}.xmp`)))
})

describe('what the program reads', () => {
  test.each(table)('%s: only %s differs', (_name, _title, bytes, change) => {
    const field = fieldOf(change)
    const after = write(bytes, change)
    const [before, fields] = [readFields(bytes), readFields(after)]
    const wanted =
      change.keywords === undefined
        ? plainValue(field as keyof Values, change.values[field as keyof Values])
        : [...new Set(change.keywords(targetOfXmp(documentOf(bytes)).keywords ?? []).map(keywordKey))].toSorted()
    expect(fields).toEqual({ ...before, [field]: wanted })
    const changed = differing(plainRead(bytes), plainRead(after))
    expect(changed.filter((name) => !(readNames[field] ?? [field]).includes(name))).toEqual([])
    // A second time there is nothing to write.
    expect(write(after, { ...change, ...(change.keywords && { keywords: (all) => [...all] }) }).equals(after)).toBe(
      true,
    )
  })
})

const fileOf = (name: string, title: string) => `${name}-${title.replaceAll(' ', '-')}.xmp`

describe.skipIf(!hasExiftool)('what ExifTool reads', () => {
  let fields = new Map<string, Record<string, unknown>>()
  beforeAll(() => {
    const folder = makeTempFolder('dialects')
    for (const { name, bytes } of samples) writeFileSync(join(folder, fileOf(name, 'before')), bytes)
    for (const [name, title, bytes, change] of table)
      writeFileSync(join(folder, fileOf(name, title)), write(bytes, change))
    const options = ['-json', '-G1', '-struct', '-n', '-charset', 'utf8', '-x', 'System:all', '-XMP:all', folder]
    const output = runExiftool(options)
    const found = JSON.parse(output) as ({ SourceFile: string } & Record<string, unknown>)[]
    fields = new Map(found.map(({ SourceFile, ...rest }) => [SourceFile.slice(folder.length + 1), rest]))
    removeFolder(folder)
  }, 120_000)

  test.each(table)('%s: only %s differs', (name, title, _bytes, change) => {
    const [before, after] = [fields.get(fileOf(name, 'before'))!, fields.get(fileOf(name, title))!]
    // Texts in other languages have the property's name followed by the language.
    const changed = differing(before, after).map((key) =>
      key.replace(/^XMP-/, '').replace(/-[a-z]{2}(-[A-Z]{2})?$/, ''),
    )
    // A rejection that only a rating of -1 recorded is reported by the flag once there are stars.
    const isRejected = fieldOf(change) === 'rating' && before['XMP-xmp:Rating'] === -1
    const allowed = [...properties[fieldOf(change)]!, ...(isRejected ? ['xmpDM:Pick', 'digiKam:PickLabel'] : [])]
    expect(changed.filter((key) => !allowed.includes(key))).toEqual([])
    const isNew = (key: string) => Object.keys(before).every((each) => !each.startsWith(`XMP-${key}`))
    expect(changed.filter((key) => isNew(key) && !added.has(key))).toEqual([])
  })
})
