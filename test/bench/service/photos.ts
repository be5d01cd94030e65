import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { largePhotos } from '../make-photos.ts'
import type { Visit } from './visits.ts'

/** Paths of the photos that visits use. */
export type BenchPhotos = { small: readonly string[]; large: readonly string[] }

const LARGE = 24
const DRAWN = 32

/** Real photos of 0.3 megapixels if this machine has some, drawn ones otherwise, and photos of 12 to 24 megapixels. */
export async function findPhotos(tempDir: string): Promise<BenchPhotos> {
  const shared = sharedPhotos()
  const small = shared === null ? await drawPhotos(join(tempDir, 'drawn')) : listPhotos(join(shared, 'coco128'))
  return { small, large: listPhotos(await largePhotos(48)).slice(0, LARGE) }
}

const listPhotos = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jpg'))
    .map((name) => join(folder, name))

async function drawPhotos(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const paths = Array.from({ length: DRAWN }, (_, seed) => join(folder, `${seed}.jpg`))
  for (const [seed, path] of paths.entries())
    await writeFile(path, await drawPicture({ width: 640, height: 480, seed, noise: 0.2 }))
  return paths
}

/** The photo of a visit. */
export function photoOf({ at, isLarge }: Visit, { small, large }: BenchPhotos): string {
  const photos = isLarge ? large : small
  return photos[at % photos.length]!
}

/**
 * A JPEG with a comment unique to this visit: its bytes differ, so that the service cannot reuse what it decoded for
 * another visit.
 */
export function markedJpeg(jpeg: Buffer, at: number): Buffer {
  const text = Buffer.from(`visit ${at}`)
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text])
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}
