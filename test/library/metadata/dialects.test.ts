import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PhotoRegion } from '../../../src-main/contract/library/photo.ts'
import { readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { jpegWithExif, put, withXmp } from './photo-file.ts'

const photos = sharedPhotos()

const namespaces = {
  xmp: 'http://ns.adobe.com/xap/1.0/',
  dc: 'http://purl.org/dc/elements/1.1/',
  lr: 'http://ns.adobe.com/lightroom/1.0/',
  digiKam: 'http://www.digikam.org/ns/1.0/',
  MicrosoftPhoto: 'http://ns.microsoft.com/photo/1.0/',
  MP: 'http://ns.microsoft.com/photo/1.2/',
  MPRI: 'http://ns.microsoft.com/photo/1.2/t/RegionInfo#',
  MPReg: 'http://ns.microsoft.com/photo/1.2/t/Region#',
  mediapro: 'http://ns.iview-multimedia.com/mediapro/1.0/',
  photomechanic: 'http://ns.camerabits.com/photomechanic/1.0/',
  darktable: 'http://darktable.sf.net/',
  xmpDM: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  'mwg-rs': 'http://www.metadataworkinggroup.com/schemas/regions/',
  stArea: 'http://ns.adobe.com/xmp/sType/Area#',
  stDim: 'http://ns.adobe.com/xap/1.0/sType/Dimensions#',
  aux: 'http://ns.adobe.com/exif/1.0/aux/',
  exif: 'http://ns.adobe.com/exif/1.0/',
}
const declared = Object.entries(namespaces).map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
const packet = (attributes: string, elements = '') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${declared.join(' ')} ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`
const list = (name: string, items: readonly string[], kind = 'Bag') =>
  `<${name}><rdf:${kind}>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:${kind}></${name}>`

type Files = { embedded?: string; sidecars?: Record<string, string>; picture?: Buffer; name?: string }

async function read({ embedded, sidecars = {}, picture, name = 'photo.jpg' }: Files) {
  const dir = tempFolder('dialects')
  const bytes = picture ?? (await drawPicture({ width: 60, height: 40 }))
  const file = await put(join(dir, name), embedded === undefined ? bytes : withXmp(bytes, embedded))
  for (const [sidecar, text] of Object.entries(sidecars)) await put(join(dir, sidecar), text)
  return (await readMetadata(file))!.metadata
}
const readPacket = (attributes: string, elements = '') => read({ embedded: packet(attributes, elements) })

describe('keywords', () => {
  test.each([
    ['Lightroom', list('lr:hierarchicalSubject', ['Places|Austria|Vienna', 'Places|Austria', 'boat'])],
    ['digiKam', list('digiKam:TagsList', ['Places/Austria/Vienna', 'boat'], 'Seq')],
    ['Windows', list('MicrosoftPhoto:LastKeywordXMP', ['Places/Austria/Vienna', 'boat'])],
    ['iView', list('mediapro:CatalogSets', ['Places|Austria|Vienna', 'boat'])],
  ])('of %s keep their levels', async (_program, places) => {
    const subjects = list('dc:subject', ['boat', 'Vienna', 'Austria'])
    expect(await readPacket('', subjects + places)).toMatchObject({
      keywords: ['boat', 'Vienna', 'Austria'],
      keywordPaths: ['Places/Austria/Vienna'],
    })
    const alone = await readPacket('', places)
    expect(alone.keywordPaths).toEqual(['Places/Austria/Vienna'])
    expect(alone.keywords).toEqual(expect.arrayContaining(['Vienna', 'boat']))
  })

  test('a slash in a name is not a level; a bar is one, also among the subjects', async () => {
    const elements = list('dc:subject', ['AC/DC', 'Music|Rock']) + list('lr:hierarchicalSubject', ['Music|AC/DC'])
    expect(await readPacket('', elements)).toMatchObject({
      keywords: ['AC/DC', 'Rock'],
      keywordPaths: ['Music/Rock', 'Music/AC\\DC'],
    })
  })

  test('the last keywords of Windows do not bring back those removed since', async () => {
    const elements = list('dc:subject', ['sea']) + list('MicrosoftPhoto:LastKeywordXMP', ['Places/Vienna', 'sea'])
    expect(await readPacket('', elements)).toMatchObject({ keywords: ['sea'], keywordPaths: [] })
  })

  test('a sidecar with an empty list removes those of the file; one without a list does not', async () => {
    const embedded = packet('', list('dc:subject', ['sea']))
    expect(await read({ embedded, sidecars: { 'photo.xmp': packet('', list('dc:subject', [])) } })).toMatchObject({
      keywords: [],
    })
    expect(await read({ embedded, sidecars: { 'photo.xmp': packet('xmp:Rating="3"') } })).toMatchObject({
      keywords: ['sea'],
      rating: 3,
    })
  })

  test('of Windows Explorer in EXIF', async () => {
    const tiff = Buffer.alloc(40 + 18)
    tiff.write('II*\0', 'latin1')
    tiff.writeUInt32LE(8, 4)
    tiff.writeUInt16LE(1, 8)
    tiff.writeUInt16LE(0x9c9e, 10)
    tiff.writeUInt16LE(1, 12)
    tiff.writeUInt32LE(18, 14)
    tiff.writeUInt32LE(40, 18)
    tiff.write('sea;b\u00f6at', 40, 'utf16le')
    expect((await read({ picture: tiff, name: 'a.tif' })).keywords).toEqual(['sea', 'b\u00f6at'])
  })
})

describe('ratings, labels and picks', () => {
  test.each([
    ['xmp:Rating="4" xmp:Label="Winner"', { rating: 4, label: 'Winner', pick: null }],
    ['xmp:Rating="-1"', { rating: -1, pick: -1 }],
    ['MicrosoftPhoto:Rating="75"', { rating: 4 }],
    ['MicrosoftPhoto:Rating="1"', { rating: 1 }],
    ['xmp:Rating="2" MicrosoftPhoto:Rating="99"', { rating: 2 }],
    ['digiKam:ColorLabel="3" digiKam:PickLabel="3"', { label: 'Yellow', pick: 1 }],
    ['digiKam:ColorLabel="0" digiKam:PickLabel="1"', { label: null, pick: -1 }],
    ['digiKam:PickLabel="2"', { pick: 0 }],
    ['xmpDM:pick="1"', { pick: 1 }],
    ['xmpDM:pick="0" xmpDM:good="True"', { pick: 0 }],
    ['xmpDM:good="False"', { pick: -1 }],
    ['photomechanic:Tagged="True" photomechanic:ColorClass="1"', { pick: 1, label: 'Winner' }],
    ['photomechanic:Tagged="False"', { pick: null }],
  ])('%s', async (attributes, expected) => {
    expect(await readPacket(attributes)).toMatchObject(expected)
  })

  test('a flag changed by digiKam counts, even next to the one other programs read', async () => {
    const both = packet('xmpDM:pick="1" digiKam:PickLabel="1"')
    const by = (toolkit: string) => both.replace('<x:xmpmeta ', `<x:xmpmeta x:xmptk="${toolkit}" `)
    expect((await read({ embedded: both })).pick).toBe(1)
    expect((await read({ embedded: by('Adobe XMP Core 7.0-c000 1.000000') })).pick).toBe(1)
    expect((await read({ embedded: by('XMP Core 4.4.0-Exiv2') })).pick).toBe(-1)
  })

  test('colours of darktable', async () => {
    expect((await readPacket('', list('darktable:colorlabels', ['1', '3'], 'Seq'))).label).toBe('Yellow')
  })
})

describe('regions', () => {
  const area = (x: number, y: number, w: number, h: number, unit = 'normalized') =>
    `<mwg-rs:Area stArea:x="${x}" stArea:y="${y}" stArea:w="${w}" stArea:h="${h}" stArea:unit="${unit}"/>`
  const group = (size: string, ...regions: string[]) =>
    `<mwg-rs:Regions rdf:parseType="Resource">${size}<mwg-rs:RegionList><rdf:Bag>${regions.map((region) => `<rdf:li>${region}</rdf:li>`).join('')}</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>`
  const size = (w: number, h: number) =>
    `<mwg-rs:AppliedToDimensions stDim:w="${w}" stDim:h="${h}" stDim:unit="pixel"/>`
  const face = (name: string, place: string) =>
    `<rdf:Description mwg-rs:Name="${name}" mwg-rs:Type="Face">${place}</rdf:Description>`
  const anna: PhotoRegion = { type: 'face', name: 'Anna', x: 0.25, y: 0.2, width: 0.5, height: 0.2 }

  test('faces with names are people', async () => {
    const regions = group(size(60, 40), face('Anna', area(0.5, 0.3, 0.5, 0.2)), face('', area(0.1, 0.1, 0.1, 0.1)))
    const found = await readPacket('', regions + list('Iptc4xmpExt:PersonInImage', ['Bert', 'Anna']))
    expect(found.people).toEqual(['Bert', 'Anna'])
    expect(found.regions).toEqual([anna, { type: 'face', name: null, x: 0.05, y: 0.05, width: 0.1, height: 0.1 }])
  })

  test("Windows' faces, and those that programs write in both forms, are read once", async () => {
    const windows = `<MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag><rdf:li MPReg:Rectangle="0.25, 0.2, 0.5, 0.2" MPReg:PersonDisplayName="Anna"/></rdf:Bag></MPRI:Regions></MP:RegionInfo>`
    expect((await readPacket('', windows)).regions).toEqual([anna])
    const both = windows + group(size(60, 40), face('Anna', area(0.5, 0.3, 0.5, 0.2)))
    expect((await readPacket('', both)).regions).toEqual([anna])
  })

  test('places in pixels are read; invalid ones are left out', async () => {
    const regions = [face('Anna', area(30, 12, 30, 8, 'pixel')), face('Bert', area(2, 2, 0.1, 0.1)), face('Cleo', '')]
    expect((await readPacket('', group(size(60, 40), ...regions))).regions).toEqual([anna])
  })

  test.each([
    [1, { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }],
    [2, { x: 0.6, y: 0.2, width: 0.3, height: 0.4 }],
    [3, { x: 0.6, y: 0.4, width: 0.3, height: 0.4 }],
    [4, { x: 0.1, y: 0.4, width: 0.3, height: 0.4 }],
    [5, { x: 0.2, y: 0.1, width: 0.4, height: 0.3 }],
    [6, { x: 0.4, y: 0.1, width: 0.4, height: 0.3 }],
    [7, { x: 0.4, y: 0.6, width: 0.4, height: 0.3 }],
    [8, { x: 0.2, y: 0.6, width: 0.4, height: 0.3 }],
  ])('have their places on the upright photo at orientation %i', async (orientation, expected) => {
    const picture = await jpegWithExif({ IFD0: { Make: 'Lumen' } }, orientation)
    const place = area(0.25, 0.4, 0.3, 0.4)
    const stored = await read({ picture, embedded: packet('', group(size(60, 40), face('Anna', place))) })
    expect(stored.regions).toEqual([{ type: 'face', name: 'Anna', ...expected }])
    if (orientation < 5) return
    const upright = await read({ picture, embedded: packet('', group(size(40, 60), face('Anna', place))) })
    expect(upright.regions).toMatchObject([{ x: 0.1, y: 0.2, width: 0.3, height: 0.4 }])
  })
})

describe('sidecars', () => {
  test('that belong to another kind of file of that name are skipped', async () => {
    const sidecars = { 'photo.xmp': packet('photoshop:SidecarForExtension="CR2" xmp:Rating="5"') }
    expect((await read({ sidecars })).rating).toBeNull()
    expect((await read({ sidecars, name: 'photo.cr2' })).rating).toBe(5)
  })

  test.skipIf(photos === null)('of digiKam and darktable are read', async () => {
    const text = (name: string) => readFileSync(join(photos!, 'formats/xmp', name), 'utf8')
    const found = await read({ sidecars: { 'photo.jpg.xmp': text('digikam-_27A1417.CR2.xmp') } })
    expect(found).toMatchObject({ rating: 1 })
  })
})

test('the camera: serial number and fractions of a second', async () => {
  const exif = {
    IFD2: { BodySerialNumber: '052031', DateTimeOriginal: '2019:05:12 23:59:58', SubSecTimeOriginal: '074' },
  }
  expect(await read({ picture: await jpegWithExif(exif) })).toMatchObject({ cameraSerial: '052031', subsec: '074' })
  const attributes = 'aux:SerialNumber="77" exif:DateTimeOriginal="2019-05-12T23:59:58.25"'
  expect(await readPacket(attributes)).toMatchObject({ cameraSerial: '77', subsec: '25' })
})

test('characters written as numbers are read', async () => {
  const caption = list('dc:description', ['one&#xA;two &#228; &amp;'], 'Alt')
  expect((await readPacket('', caption)).caption).toBe('one\ntwo ä &')
})
