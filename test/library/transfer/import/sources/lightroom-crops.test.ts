import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../../../../src-main/base/sqlite/connect.ts'
import { LeftOut } from '../../../../../src-main/library/transfer/import/foreign/left-out.ts'
import { readSource } from '../../../../../src-main/library/transfer/import/sources/read-source.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { compressed, makeLightroomCatalog, type LightroomPhoto } from '../../../../fixtures/lightroom-catalog.ts'

/** The crop read for one photo of a catalogue; `sql` changes the catalogue first. */
async function cropOf(photo: Omit<LightroomPhoto, 'name'>, sql = ''): Promise<string | undefined> {
  const file = join(tempFolder(), 'a.lrcat')
  makeLightroomCatalog(file, '/photos/', [{ name: 'a.jpg', ...photo }]).close()
  const db = connect(file)
  db.exec(sql)
  db.close()
  const crops: (string | undefined)[] = []
  for await (const part of readSource(file, { withAlbums: false }, new LeftOut()))
    if ('photo' in part) crops.push(part.photo.work.crop)
  expect(crops).toHaveLength(1)
  return crops[0]
}

/** Develop settings as Lightroom writes them, with a nested table. */
const settingsOf = (crop: string) => `s = { AutoLateralCA = 0,
${crop}
CropConstrainToWarp = 0,
Exposure2012 = 0.35,
Look = { Name = "Adobe Color",
Parameters = { CropLeft = 0.4, ToneCurvePV2012 = { 0, 0, 255, 255 } } },
orientation = "AB" }`
const TILTED = settingsOf(`CropAngle = -2.5,
CropBottom = 0.9,
CropLeft = 0.1,
CropRight = 0.85,
CropTop = 0.2,`)

test('a crop and its angle are read from develop settings', async () => {
  expect(await cropOf({ settings: [TILTED] })).toBe('0.1,0.2,0.85,0.9,-2.5')
})

test('compressed settings are read as well', async () => {
  expect(await cropOf({ settings: [compressed(TILTED)] })).toBe('0.1,0.2,0.85,0.9,-2.5')
})

test('unnamed sides are those of the picture, whose orientation changes nothing', async () => {
  const turned = settingsOf('CropRight = 7.5e-1,').replace('"AB"', '"BC"')
  expect(await cropOf({ settings: [turned] })).toBe('0,0,0.75,1,0')
})

test('the settings that the photo refers to count, or else the last ones', async () => {
  const earlier = settingsOf('CropRight = 0.5,')
  const first =
    'UPDATE Adobe_images SET developSettingsIDCache = (SELECT min(id_local) FROM Adobe_imageDevelopSettings)'
  expect(await cropOf({ settings: [earlier, TILTED] })).toBe('0.1,0.2,0.85,0.9,-2.5')
  expect(await cropOf({ settings: [earlier, TILTED] }, first)).toBe('0,0,0.5,1,0')
  expect(await cropOf({ settings: [earlier, TILTED] }, 'UPDATE Adobe_images SET developSettingsIDCache = NULL')).toBe(
    '0.1,0.2,0.85,0.9,-2.5',
  )
  expect(
    await cropOf({ settings: [earlier, TILTED] }, 'ALTER TABLE Adobe_images DROP COLUMN developSettingsIDCache'),
  ).toBe('0.1,0.2,0.85,0.9,-2.5')
})

test.each([
  ['none', []],
  ['the whole picture', [settingsOf('CropAngle = 0,\nCropBottom = 1,\nCropLeft = 0,\nCropRight = 1,\nCropTop = 0,')]],
  ['no numbers', [settingsOf('CropLeft = "left",')]],
  ['an angle that is none', [settingsOf('CropAngle = 170,')]],
  ['damaged', [Buffer.from([0, 0, 0, 9, 1, 2, 3])]],
])('settings that are %s give no crop', async (_, settings) => {
  expect(await cropOf({ settings })).toBeUndefined()
})

const PACKET = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
 <rdf:Description rdf:about="" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:HasCrop="True"
  crs:CropTop="0" crs:CropLeft="0.25" crs:CropBottom="1" crs:CropRight="1" crs:CropAngle="1.5"/></rdf:RDF></x:xmpmeta>`

test("without develop settings the packet's crop counts", async () => {
  const sql = `INSERT INTO Adobe_AdditionalMetadata (id_global, image, xmp)
    SELECT 'm', id_local, '${PACKET}' FROM Adobe_images`
  expect(await cropOf({}, sql)).toBe('0.25,0,1,1,1.5')
  expect(await cropOf({ settings: [TILTED] }, sql)).toBe('0.1,0.2,0.85,0.9,-2.5')
})
