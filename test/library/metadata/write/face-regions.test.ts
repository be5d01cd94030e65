import { readFileSync, writeFileSync } from 'node:fs'
import { ExifTool } from 'exiftool-vendored'
import { afterAll, describe, expect, test } from 'vitest'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { withXmp, xmpPacket } from '../photo-file.ts'
import { foundFace, statementOn, saveFaces, say } from '../../people/rows/people.ts'
import { choose, openWriting, readBack, sidecarOf } from './writing.ts'

const picture = await drawPicture({ width: 8, height: 8 })
const exifTool = new ExifTool({ maxProcs: 1 })
afterAll(() => exifTool.end())

/** The faces that ExifTool reads, which knows nothing of this program. */
async function readRegions(file: string) {
  const tags = (await exifTool.readRaw(file, { readArgs: ['-struct', '-XMP-mwg-rs:all', '-XMP-iptcExt:all'] })) as {
    RegionInfo?: { AppliedToDimensions: object; RegionList: { Name: string; Type: string; Area: object }[] }
    PersonInImage?: string | string[]
  }
  return { info: tags.RegionInfo, people: [tags.PersonInImage ?? []].flat() }
}

/** A region as digiKam writes it, with data that only digiKam knows. */
const theirs = (name: string, x: number): string =>
  `<mwg-rs:Regions xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" rdf:parseType="Resource">
   <mwg-rs:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource"><mwg-rs:Name>${name}</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
   <mwg-rs:Area stArea:x="${x}" stArea:y="0.3" stArea:w="0.1" stArea:h="0.2" stArea:unit="normalized"/><mwg-rs:Description>kept by hand</mwg-rs:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>`

describe.each(['sidecars', 'files'] as const)('names in %s', (mode) => {
  async function open() {
    const library = openWriting()
    await choose(library, mode)
    const [id] = await library.add('a.jpg')
    saveFaces(library.catalog, id!, [foundFace(100, 100), foundFace(600, 100)])
    const target = library.path(mode === 'files' ? 'a.jpg' : 'a.jpg.xmp')
    return { ...library, id: id!, target }
  }

  test('faces are written on request, read by ExifTool, and removed by an undo', { tags: 'night' }, async () => {
    const { catalog, writer, id, target, read, path } = await open()
    const before = readFileSync(path('a.jpg'))
    say(catalog, [[id, [statementOn(100, 100, { name: 'Anna & Co' }), statementOn(600, 100, { isIgnored: true })]]])
    await writer.flush()
    expect(readFileSync(path('a.jpg')).equals(before)).toBe(true)
    catalog.settings.set({ writesNames: true })
    catalog.metadataWrites.enqueue([id])
    await writer.flush()
    expect(await readRegions(target)).toEqual({
      info: {
        AppliedToDimensions: { W: 1000, H: 500, Unit: 'pixel' },
        RegionList: [
          { Name: 'Anna & Co', Type: 'Face', Area: { X: 0.15, Y: 0.3, W: 0.1, H: 0.2, Unit: 'normalized' } },
        ],
      },
      people: ['Anna & Co'],
    })
    await read(id)
    expect(catalog.people.namesOn(id)).toMatchObject([{ name: 'Anna & Co', isFromFile: false }])
    catalog.changes.undo()
    await writer.flush()
    if (mode === 'files') expect(readFileSync(path('a.jpg')).equals(before)).toBe(true)
    await read(id)
    expect([catalog.people.namesOn(id), (await readBack(path('a.jpg'))).people]).toEqual([[], []])
  })
})

test("the first face in a sidecar brings along the file's faces, which it would hide", { tags: 'night' }, async () => {
  const library = openWriting()
  await choose(library, 'sidecars')
  library.catalog.settings.set({ writesNames: true })
  const person =
    '<Iptc4xmpExt:PersonInImage xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><rdf:Bag><rdf:li>Carl</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>'
  writeFileSync(library.path('a.jpg'), withXmp(picture, xmpPacket('', theirs('Carl', 0.15) + person)))
  const id = await library.record('a.jpg')
  saveFaces(library.catalog, id, [foundFace(100, 100), foundFace(600, 100)])
  say(library.catalog, [[id, [statementOn(600, 100, { name: 'Anna' })]]])
  await library.writer.flush()
  const { info, people } = await readRegions(library.path('a.jpg.xmp'))
  expect(info!.RegionList.map(({ Name }) => Name)).toEqual(['Carl', 'Anna'])
  expect(people).toEqual(['Carl', 'Anna'])
  expect((await readBack(library.path('a.jpg'))).regions.map(({ name }) => name)).toEqual(['Carl', 'Anna'])
})

test("other programs' regions stay, a face is not named twice, and a new name replaces theirs", async () => {
  const library = openWriting()
  await choose(library, 'sidecars')
  library.catalog.settings.set({ writesNames: true })
  const [id] = await library.add('a.jpg')
  const sidecar = library.path('a.jpg.xmp')
  writeFileSync(sidecar, sidecarOf({ inner: theirs('Carl', 0.15) }))
  await library.read(id!)
  saveFaces(library.catalog, id!, [foundFace(100, 100), foundFace(600, 100)])
  expect(library.catalog.people.namesOn(id!)).toMatchObject([{ name: 'Carl', isFromFile: true }])
  say(library.catalog, [[id!, [statementOn(100, 100, { name: 'Carl' }), statementOn(600, 100, { name: 'Anna' })]]])
  await library.writer.flush()
  const names = async () => (await readRegions(sidecar)).info?.RegionList.map(({ Name }) => Name)
  expect(await names()).toEqual(['Carl', 'Anna'])
  expect(readFileSync(sidecar, 'utf8')).toContain('kept by hand')
  say(library.catalog, [[id!, [statementOn(100, 100, { name: 'Karl' }), statementOn(600, 100, { name: 'Anna' })]]])
  await library.writer.flush()
  expect(await names()).toEqual(['Anna', 'Karl'])
})
