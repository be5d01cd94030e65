import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openFilm } from '../../../src-main/shells/films/open-film.ts'
import { buildSensorDng } from '../../fixtures/dng-files.ts'
import { filmItem, microVideo, motionPhoto, samsungTrailer } from '../../fixtures/motion-photos.ts'
import { movieFile } from '../../fixtures/movie-files.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

const filmOf = (durationMs: number) => movieFile({ width: 64, height: 48, durationMs, brand: 'isom' })

test('films of live and motion photos play, beside their picture or inside, and survive writing metadata', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const films = { beside: filmOf(1000), google: filmOf(2000), samsung: filmOf(3000) }
  const picture = (seed: number) => drawPicture({ width: 96, height: 64, seed })
  const put = (name: string, bytes: Buffer) => writeFileSync(join(photosDir, name), bytes)
  put('a-pair.jpg', await picture(1))
  put('a-pair.mp4', films.beside)
  put('b-google.jpg', motionPhoto(await picture(2), [filmItem(films.google)]))
  put('c-samsung.jpg', samsungTrailer(await picture(3), films.samsung))
  put('d-lying.jpg', microVideo(await picture(4), films.google, 4321))
  const raw = async (seed: number) => {
    const data = await sharp(await picture(seed))
      .raw()
      .toBuffer()
    return buildSensorDng({ width: 96, height: 64, data }, 1, await picture(seed))
  }
  put('e-raw.dng', await raw(5))
  put('e-raw.mov', films.beside)
  put('f-both.dng', await raw(6))
  put('f-both.jpg', motionPhoto(await picture(6), [filmItem(films.google)]))
  const { library } = await openTestLibrary(libraryDir)
  await library.calls.settings.set({ mainOfPair: 'raw' })
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const { tiles } = await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })
  expect(tiles.map(({ name, isLive }) => [name, isLive])).toEqual([
    ['a-pair.jpg', true],
    ['b-google.jpg', true],
    ['c-samsung.jpg', true],
    ['d-lying.jpg', false],
    ['e-raw.dng', true],
    ['f-both.dng', true],
  ])
  const [pair, google, samsung, lying, proRaw, both] = tiles.map(({ id }) => id) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const found = await library.calls.photos.list({ filter: { text: 'type:video' } })
  expect(found.tiles.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    [pair, google, samsung, proRaw, both].toSorted((a, b) => a - b),
  )
  const play = async (id: number, range?: string) => {
    const { status, headers, body } = await openFilm(await library.hostCalls.locateFilm({ id }), range)
    return { status, type: headers['content-type'], range: headers['content-range'], bytes: await buffer(body!) }
  }
  const whole = { status: 200, type: 'video/mp4' }
  expect(await play(pair)).toMatchObject({ ...whole, bytes: films.beside })
  expect(await play(google)).toMatchObject({ ...whole, bytes: films.google })
  expect(await play(samsung)).toMatchObject({ ...whole, bytes: films.samsung })
  expect((await play(proRaw)).bytes).toEqual(films.beside)
  expect(await play(both)).toMatchObject({ ...whole, bytes: films.google })
  expect(await play(samsung, 'bytes=10-19')).toMatchObject({
    status: 206,
    range: `bytes 10-19/${films.samsung.length}`,
    bytes: films.samsung.subarray(10, 20),
  })
  await expect(library.hostCalls.locateFilm({ id: lying })).rejects.toMatchObject({ code: 'bad-params' })

  const bytesOf = (name: string) => statSync(join(photosDir, name)).size
  const before = [bytesOf('b-google.jpg'), bytesOf('c-samsung.jpg')] as const
  await library.calls.metadata.setMode({ mode: 'files' })
  await library.calls.photos.setText({ ids: [google, samsung], field: 'caption', text: 'Am Meer '.repeat(20) })
  await library.calls.metadata.write()
  expect(bytesOf('b-google.jpg')).toBeGreaterThan(before[0])
  expect(bytesOf('c-samsung.jpg')).toBeGreaterThan(before[1])
  expect(await play(google)).toMatchObject({ ...whole, bytes: films.google })
  expect(await play(samsung)).toMatchObject({ ...whole, bytes: films.samsung })
})
