import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { OpenLibrary } from '../../../../src-main/library/library.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'

/** `takenAt` as in EXIF, `2024:05:01 10:00:00`; null leaves out date and camera, as in scans. */
export type Shot = { seed: number; takenAt?: string | null }

const LONG_AGO = new Date('2024-06-01T12:00:00.123Z')

/** A picture as a camera writes it. */
export async function takeShot({ seed, takenAt = `2024:05:01 10:00:${String(seed % 60).padStart(2, '0')}` }: Shot) {
  const picture = sharp(await drawPicture({ seed, width: 120, height: 80 }))
  if (takenAt === null) return picture.png().toBuffer()
  const exif = { IFD0: { Make: 'Canon', Model: 'EOS 5D' }, IFD2: { DateTimeOriginal: takenAt } }
  return picture.withExif(exif).jpeg().toBuffer()
}

/** Writes a picture into a file old enough to need no second check; times differ by a second per seed. */
export async function writeShot(path: string, shot: Shot): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await takeShot(shot))
  await makeOld(path, shot.seed)
  return path
}

export async function makeOld(path: string, seconds = 0): Promise<void> {
  const time = new Date(LONG_AGO.getTime() + seconds * 1000)
  await utimes(path, time, time)
}

/** The same picture with other metadata, written by a program that renames its new file over the old one. */
export async function withNewMetadata(path: string, text: string): Promise<Buffer> {
  const marker = Buffer.from([0xff, 0xfe, 0, text.length + 2, ...Buffer.from(text)])
  const bytes = await readFile(path)
  return Buffer.concat([bytes.subarray(0, 2), marker, bytes.subarray(2)])
}

const tilesOf = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ filter: { statuses: ['pending', 'ready', 'failed', 'offline'] }, limit: 1000 }))
    .tiles

/** Rates every photo by the number in its name and tags it with that name; files without a number get nothing. */
export async function rateByNumber(library: OpenLibrary): Promise<void> {
  for (const { id, name } of await tilesOf(library)) {
    const number = Number(/\d/.exec(name)?.[0] ?? 0)
    if (number > 0) await library.calls.photos.rate({ ids: [id], rating: number % 6 })
    await library.calls.photos.addTag({ ids: [id], name: `was ${name}` })
  }
}

/** For each photo with a file, its path below a folder with the person's rating and tags. */
export async function workBelow(library: OpenLibrary, folder: string): Promise<Record<string, string>> {
  const work: Record<string, string> = {}
  for (const { id } of await tilesOf(library)) {
    const { path, rating, tags } = await library.calls.photos.get({ id })
    const given = tags.filter((tag) => tag.source === 'person').map((tag) => tag.name)
    work[path.startsWith(join(folder, '/')) ? path.slice(folder.length + 1) : path] = [rating, ...given].join(' ')
  }
  return Object.fromEntries(Object.entries(work).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The work of missing photos. */
export async function missingWork(library: OpenLibrary): Promise<string[]> {
  const { tiles } = await library.calls.photos.list({ filter: { statuses: ['missing'] }, limit: 1000 })
  return tiles.map(({ name, rating }) => `${name} ${rating}`).toSorted()
}
