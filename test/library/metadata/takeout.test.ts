import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { jpegWithExif, put } from './photo-file.ts'

test("Google's data counts if the photo's file and sidecar have none", async () => {
  const dir = tempFolder('takeout')
  const photo = await put(join(dir, 'a.jpg'), await jpegWithExif({}))
  const read = async () => (await readMetadata(photo))!
  const values = {
    title: 'a.jpg',
    description: 'Panda',
    photoTakenTime: { timestamp: '1258375918' },
    geoData: { latitude: 0, longitude: 0, altitude: 0 },
    geoDataExif: { latitude: 30.65, longitude: 104.07, altitude: 480 },
    people: [{ name: 'Ann' }, {}],
    favorited: true,
  }
  expect((await read()).sidecarKey).toBe('')
  const json = await put(join(dir, 'a.jpg.supplemental-metadata.json'), JSON.stringify(values))
  const { metadata, sidecarKey } = await read()
  expect(metadata).toMatchObject({
    caption: 'Panda',
    latitude: 30.65,
    longitude: 104.07,
    altitude: 480,
    people: ['Ann'],
    pick: 1,
  })
  expect(Date.parse(`${metadata.takenAt}${metadata.offset}`)).toBe(1258375918_000)
  expect(sidecarKey).toMatch(/^ {2}\d+$/)
  await put(
    photo,
    await jpegWithExif({ IFD0: { ImageDescription: 'Own' }, IFD2: { DateTimeOriginal: '2001:02:03 04:05:06' } }),
  )
  expect((await read()).metadata).toMatchObject({
    caption: 'Own',
    takenAt: '2001-02-03T04:05:06',
    offset: null,
    pick: 1,
  })
  for (const other of ['{"title":"Album","date":{"timestamp":"1"}}', '{"title":1', '[]', '']) {
    await put(json, other)
    expect((await read()).metadata).toMatchObject({ latitude: null, pick: null })
  }
})
