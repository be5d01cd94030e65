import sharp from 'sharp'
import type { Raster } from '../../src-main/analysis/photo/photo.ts'
import type { Subject } from './coco.ts'

const read = ({ width, height, data }: Raster) => sharp(data, { raw: { width, height, channels: 3 } })

/** As out of focus: a Gaussian whose standard deviation is `sigma` pixels. */
export async function gaussianBlur(raster: Raster, sigma: number): Promise<Raster> {
  if (sigma === 0) return raster
  return {
    ...raster,
    data: await read(raster).blur({ sigma, precision: 'float', minAmplitude: 0.01 }).raw().toBuffer(),
  }
}

/** As with a camera that moved by an odd number of pixels: 0 degrees is sideways, 90 is up or down. */
export async function motionBlur(raster: Raster, length: number, degrees = 0): Promise<Raster> {
  if (length < 3) return raster
  const kernel = pathOf(length, degrees)
  return { ...raster, data: await read(raster).convolve({ width: length, height: length, kernel }).raw().toBuffer() }
}

/** The share of time over each pixel of a square that a straight path through its middle crosses. */
function pathOf(length: number, degrees: number): number[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const kernel = Array.from({ length: length * length }, () => 0)
  const points = 40 * length
  for (let point = 0; point < points; point++) {
    const far = (length * (point + 0.5)) / points - length / 2
    const [x, y] = [far * cos, far * sin].map((place) => Math.round(place) + (length - 1) / 2) as [number, number]
    kernel[y * length + x]! += 1 / points
  }
  return kernel
}

/** Where a subject is in a picture; a little wider, so that its outline is included. */
export const maskAround = ({ maskPath }: Subject, { width, height }: Raster): Promise<Uint8Array> =>
  sharp(maskPath).resize(width, height).greyscale().blur(4).threshold(16).raw().toBuffer()

/** The masked subject, or its surroundings, as in a blurred version of the picture. */
export function blurAround(raster: Raster, mask: Uint8Array, blurred: Raster, part: 'subject' | 'ground'): Raster {
  const data = raster.data.map((value, at) => {
    const isSubject = mask[Math.floor(at / 3)]! >= 128
    return isSubject === (part === 'subject') ? blurred.data[at]! : value
  })
  return { ...raster, data }
}

/** Small repeatable random numbers (Lehmer's), from 0 up to but not including 1. */
function createRandom(seed: number): () => number {
  let state = seed * 7919 + 1
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647
  for (let i = 0; i < 9; i++) next()
  return next
}

/** Noise of about 1.5 grey levels, drawn once; its length has no common factor with a row of pixels. */
const noise = (() => {
  const random = createRandom(1)
  return Float32Array.from({ length: 99_991 }, () => (random() + random() + random() - 1.5) * 3)
})()

/** Differences between shots of one scene: brightness by up to a fifth, noise by the seed, and JPEG losses. */
export async function shotOf(raster: Raster, seed: number): Promise<Raster> {
  const { width, height } = raster
  const jpeg = await jpegOf(raster, seed, 0.8 + 0.4 * createRandom(seed)())
  return { width, height, data: await sharp(jpeg).raw().toBuffer() }
}

/** A shot as a file: its brightness times `gain`, noise by the seed, and JPEG losses. */
export async function jpegOf({ width, height, data }: Raster, seed: number, gain: number): Promise<Buffer> {
  const random = createRandom(seed)
  random() // the first number is the brightness of `shotOf`
  const from = Math.floor(random() * noise.length)
  const noisy = new Uint8ClampedArray(data.length)
  for (let at = 0; at < data.length; at++) noisy[at] = data[at]! * gain + noise[(from + at) % noise.length]!
  return sharp(noisy, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}
