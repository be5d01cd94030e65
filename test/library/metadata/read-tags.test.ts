import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TagGroup } from '../../../src-main/contract/library/file-tags.ts'
import { createExifToolReader } from '../../../src-main/library/metadata/exiftool.ts'
import { groupTags, readTags } from '../../../src-main/library/metadata/read-tags.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { jpegWithExif, put, withXmp, xmpPacket } from './photo-file.ts'

const exif = { IFD0: { Make: 'Lumen' }, IFD2: { ExposureTime: '1/250' }, IFD3: { GPSLatitudeRef: 'S' } }
/** As on a machine without Perl. */
const nothing = () => Promise.resolve(null)
const noExifTool = { read: nothing, readAll: nothing, readValues: nothing, close: async () => {} }

async function putPhoto(name: string): Promise<string> {
  const packet = xmpPacket('', '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">At sea</rdf:li></rdf:Alt></dc:title>')
  return put(join(tempFolder('tags'), name), withXmp(await jpegWithExif(exif), packet))
}

const valueOf = (groups: readonly TagGroup[], group: string, tag: string) =>
  groups.find(({ name }) => name === group)?.tags.find(({ name }) => name === tag)?.value

test('every tag is under its block, in readable form', async () => {
  const exifTool = createExifToolReader()
  onTestFinished(() => exifTool.close())
  const { groups, isWhole } = (await readTags(await putPhoto('ä photo.jpg'), exifTool))!
  expect(isWhole).toBe(true)
  expect(valueOf(groups, 'IFD0', 'Make')).toBe('Lumen')
  expect(valueOf(groups, 'ExifIFD', 'ExposureTime')).toBe('1/250')
  expect(valueOf(groups, 'GPS', 'GPSLatitudeRef')).toBe('South')
  expect(valueOf(groups, 'XMP-dc', 'Title')).toBe('At sea')
  expect(valueOf(groups, 'File', 'MIMEType')).toBe('image/jpeg')
  expect(groups.map(({ name }) => name)).not.toContain('System')
})

test('without ExifTool the common blocks are read, and the result says that some are missing', async () => {
  const { groups, isWhole } = (await readTags(await putPhoto('a.jpg'), noExifTool))!
  expect(isWhole).toBe(false)
  expect(valueOf(groups, 'IFD0', 'Make')).toBe('Lumen')
  expect(valueOf(groups, 'ExifIFD', 'ExposureTime')).toBe('0.004')
})

test('a missing file is distinguished from one without tags', async () => {
  expect(await readTags(join(tempFolder('tags'), 'none.jpg'), noExifTool)).toBeNull()
  const empty = await put(join(tempFolder('tags'), 'a.jpg'), 'no photo')
  expect(await readTags(empty, noExifTool)).toEqual({ groups: [], isWhole: false })
})

test('values are text: lists, structures, bytes and long values', () => {
  const [group] = groupTags([
    ['XMP:List', ['a', 2]],
    ['XMP:Struct', { City: 'Rome' }],
    ['XMP:Bytes', new Uint8Array(1200)],
    ['XMP:Long', 'x'.repeat(3000)],
    ['XMP:Nothing', null],
    ['System:FileName', 'a.jpg'],
  ])
  expect(group!.tags.map(({ value }) => value.slice(0, 24))).toEqual([
    'a, 2',
    '{"City":"Rome"}',
    '(1,200 bytes)',
    'x'.repeat(24),
  ])
  expect(group!.tags[3]!.value).toContain('… (3,000 characters)')
})
