import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { seededRandom } from '../fixtures/random.ts'

const WIDTH = 96
const HEIGHT = 64

/** A small JPEG that differs from all others, with the time and the camera that identify it. */
export async function photoBytes(seed: number): Promise<Buffer> {
  const random = seededRandom(seed)
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  const [red, green, blue] = [random() * 200, random() * 200, random() * 200]
  for (let at = 0; at < pixels.length; at += 3) {
    const shade = ((at / 3) % WIDTH) / 2 + random() * 8
    pixels[at] = red + shade
    pixels[at + 1] = green + shade
    pixels[at + 2] = blue + shade
  }
  const second = new Date(Date.UTC(2015, 0, 1) + seed * 61_000).toISOString().slice(0, 19)
  const taken = second.replaceAll('-', ':').replace('T', ' ')
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 85 })
    .withExif({ IFD0: { Make: 'Torture', Model: 'T1' }, IFD2: { DateTimeOriginal: taken, BodySerialNumber: 'T-1' } })
    .toBuffer()
}

export async function makePhoto(file: string, seed: number): Promise<void> {
  await writeFile(file, await photoBytes(seed))
}
