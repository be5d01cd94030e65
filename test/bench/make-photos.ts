import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { sharedPhotos } from '../fixtures/shared.ts'
import { drawPicture } from '../fixtures/pictures.ts'

/** Sizes of cameras between 12 and 24 megapixels. */
const sizes = [
  [4000, 3000],
  [4608, 3456],
  [5184, 3456],
  [6000, 4000],
] as const
const BASES = 24

/** Real photos if this machine has some, drawn ones otherwise. */
export async function originals(): Promise<Buffer[]> {
  const folder = sharedPhotos()
  if (folder === null)
    return Promise.all(Array.from({ length: BASES }, (_, seed) => drawPicture({ width: 1280, height: 960, seed })))
  const names = readdirSync(join(folder, 'coco128/images')).slice(0, BASES)
  return Promise.all(names.map((name) => readFile(join(folder, 'coco128/images', name))))
}

/** A photo enlarged to a camera's size, with the grain of a sensor, so that it costs as much as a real one. */
async function enlarge(original: Buffer, at: number): Promise<Buffer> {
  const [width, height] = sizes[at % sizes.length]!
  const grain = await sharp({
    create: {
      width: 1024,
      height: 1024,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 7 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const big = await sharp(original)
    .resize(width, height, { fit: 'cover', kernel: 'cubic' })
    .composite([{ input: grain, tile: true, blend: 'overlay' }])
    .removeAlpha()
    .withExif({
      IFD0: { Make: 'Bench', Model: `B-${at}` },
      IFD2: { DateTimeOriginal: DRAWN_AT },
    })
    .jpeg({ quality: 90 })
    .toBuffer()
  return big
}

/** The same picture as another file: a comment makes its bytes differ. */
export function marked(jpeg: Buffer, at: number): Buffer {
  const text = Buffer.from(`photo ${at}`)
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}

/** The capture time of every photo before `takenLater` gives each its own hour. */
const DRAWN_AT = '2010:01:01 00:00:00'

/** Some hours later: copies of one moment would be a burst, whose frames get all steps of the analysis at once. */
function takenLater(photo: Buffer, hours: number): Buffer {
  const takenAt = new Date(Date.UTC(2010, 0, 1, hours)).toISOString().slice(0, DRAWN_AT.length)
  photo.write(takenAt.replaceAll('-', ':').replace('T', ' '), photo.indexOf(DRAWN_AT), 'latin1')
  return photo
}

/** A folder of `count` JPEGs of 12 to 24 megapixels; created once on this machine and reused. */
export async function largePhotos(count: number): Promise<string> {
  const folder = join(tmpdir(), `lumafold-bench-hours-${count}`)
  if (existsSync(folder)) return folder
  const making = `${folder}.making`
  mkdirSync(making, { recursive: true })
  const bases: Buffer[] = []
  for (const [at, original] of (await originals()).entries()) bases.push(await enlarge(original, at))
  for (let at = 0; at < count; at++)
    await writeFile(
      join(making, `photo-${String(at).padStart(4, '0')}.jpg`),
      takenLater(marked(bases[at % bases.length]!, at), at),
    )
  await rename(making, folder)
  return folder
}
