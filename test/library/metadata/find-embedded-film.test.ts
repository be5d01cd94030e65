import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { exiftoolPath } from 'exiftool-vendored'
import { expect, test } from 'vitest'
import { readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { filmItem, heicWithFilm, microVideo, motionPhoto, samsungTrailer } from '../../fixtures/motion-photos.ts'
import { movieFile } from '../../fixtures/movie-files.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { heifFile } from './heif-file.ts'
import { jpegWithExif, put } from './photo-file.ts'

const jpeg = await drawPicture({ width: 16, height: 16 })
const film = movieFile({ width: 64, height: 48, durationMs: 1500, brand: 'isom', isLast: true })
const quickTime = movieFile({ width: 64, height: 48, durationMs: 1500 })
const gainMap = { mime: 'image/jpeg', semantic: 'GainMap', bytes: jpeg }

/** The bytes that count as a file's film; null for a plain photo. */
async function filmOf(file: Buffer, name = 'a.jpg'): Promise<Buffer | null> {
  const { film: part } = (await readMetadata(await put(join(tempFolder(), name), file)))!
  return part && file.subarray(file.length - part.fromEnd, file.length - part.fromEnd + part.bytes)
}

test.each<[string, () => Buffer | Promise<Buffer>, Buffer, string?]>([
  ['MicroVideo', () => microVideo(jpeg, film), film],
  ['a directory', () => motionPhoto(jpeg, [filmItem(film)]), film],
  ['a directory with a gain map', () => motionPhoto(jpeg, [gainMap, filmItem(quickTime)]), quickTime],
  ['a directory with more behind the film', () => motionPhoto(jpeg, [filmItem(film, { padding: 7 }), gainMap]), film],
  ["Samsung's trailer", () => samsungTrailer(jpeg, film), film],
  ["Samsung's trailer and a directory", () => samsungTrailer(motionPhoto(jpeg, []), film), film],
  ["Samsung's trailer in its own file", async () => samsungTrailer(await by('samsung'), film), film],
  ['a box of HEIC', () => heicWithFilm(heifFile({}), film), film, 'a.heic'],
])('the film of a motion photo is found by %s', async (_by, file, expected, name) => {
  expect((await filmOf(await file(), name))?.equals(expected)).toBe(true)
})

test.each<[string, () => Buffer | Promise<Buffer>, string?]>([
  ['is plain', () => jpeg],
  ['says more than there is', () => microVideo(jpeg, film, 10_000_000)],
  ['says a place that is no film', () => microVideo(jpeg, film, film.length - 9)],
  ['says no number', () => motionPhoto(jpeg, [filmItem(film, { length: NaN })])],
  ['says a length below zero', () => motionPhoto(jpeg, [filmItem(film, { length: -film.length })])],
  ['lost its film', () => motionPhoto(jpeg, [filmItem(film)]).subarray(0, -film.length)],
  ['was cut off', () => motionPhoto(jpeg, [filmItem(film)]).subarray(0, -100)],
  ['holds a film without its index', () => motionPhoto(jpeg, [filmItem(film.subarray(0, 5000))])],
  ['has a trailer that names another place', () => samsungTrailer(jpeg, film, { back: 40 })],
  ['has a trailer that leads before the file', () => samsungTrailer(jpeg, film, { back: 0xffff_ffff })],
  ['ends in a trailer without its directory', () => Buffer.concat([jpeg, Buffer.from('\xff\xff\0\0SEFT', 'latin1')])],
  ['has an empty box', () => heicWithFilm(heifFile({}), Buffer.alloc(0)), 'a.heic'],
  ['is a film', () => heicWithFilm(quickTime, film), 'a.mov'],
])('a file that %s has no film inside', async (_what, file, name) => {
  expect(await filmOf(await file(), name)).toBeNull()
})

test('ExifTool finds the same films in the same files', async () => {
  for (const [tag, name, file] of [
    ['-MotionPhotoVideo', 'google.jpg', motionPhoto(jpeg, [gainMap, filmItem(film)])],
    ['-EmbeddedVideoFile', 'samsung.jpg', samsungTrailer(jpeg, film)],
    ['-MotionPhotoVideo', 'phone.heic', heicWithFilm(heifFile({}), film)],
  ] as const) {
    const found = execFileSync(await exiftoolPath(), ['-b', tag, await put(join(tempFolder(), name), file)])
    expect(found.equals((await filmOf(file, name))!), name).toBe(true)
  }
})

const by = (Make: string) => jpegWithExif({ IFD0: { Make } })
