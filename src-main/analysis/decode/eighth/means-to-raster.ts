import type { JpegScan } from './jpeg-scan.ts'

/** Interleaved 8-bit RGB. */
export type EighthRaster = { width: number; height: number; data: Uint8Array }

/** Fixed point with so many bits after the point. */
const SHIFT = 16
const HALF = 2 ** (SHIFT - 1)
const fixed = (factor: number): number => Math.round(factor * 2 ** SHIFT)
/** From YCbCr as JFIF has it (ITU T.871, clause 7). */
const [RED_OF_CR, GREEN_OF_CB, GREEN_OF_CR, BLUE_OF_CB] = [1.402, -0.344136, -0.714136, 1.772].map(fixed) as [
  number,
  number,
  number,
  number,
]

/**
 * The picture at an eighth of its size, a pixel for each block, from the means of its blocks in the order of the scan.
 * Where colours are stored less often than brightness, neighbours share them.
 */
export function meansToRaster(means: Int16Array, scan: JpegScan): EighthRaster {
  const [width, height] = [Math.ceil(scan.width / 8), Math.ceil(scan.height / 8)]
  const data = new Uint8ClampedArray(width * height * 3)
  if (scan.components.length === 1) fillGrey(means, scan, data)
  else fillColor(means, scan, { width, height, data })
  return { width, height, data: new Uint8Array(data.buffer) }
}

/** A mean is eight times what the pixels of its block deviate from the middle (T.81, A.3.3). */
const levelOf = (mean: number, quantum: number): number => {
  const level = ((mean * quantum + 4) >> 3) + 128
  return level < 0 ? 0 : level > 255 ? 255 : level
}

function fillGrey(means: Int16Array, { components }: JpegScan, data: Uint8ClampedArray): void {
  const { quantum } = components[0]!
  for (let i = 0; i < means.length; i++) data.fill(levelOf(means[i]!, quantum), 3 * i, 3 * i + 3)
}

type Target = { width: number; height: number; data: Uint8ClampedArray }

function fillColor(means: Int16Array, scan: JpegScan, { width, height, data }: Target): void {
  const [brightness, cb, cr] = scan.components as [ScanOf, ScanOf, ScanOf]
  const { across, down, quantum } = brightness
  let at = 0
  for (let top = 0; top < height; top += down)
    for (let left = 0; left < width; left += across) {
      const colors = at + across * down
      const blue = levelOf(means[colors]!, cb.quantum) - 128
      const red = levelOf(means[colors + 1]!, cr.quantum) - 128
      const addRed = (RED_OF_CR * red + HALF) >> SHIFT
      const addGreen = (GREEN_OF_CB * blue + GREEN_OF_CR * red + HALF) >> SHIFT
      const addBlue = (BLUE_OF_CB * blue + HALF) >> SHIFT
      for (let y = top; y < top + down; y++)
        for (let x = left; x < left + across; x++) {
          const level = levelOf(means[at++]!, quantum)
          if (x >= width || y >= height) continue
          const to = 3 * (y * width + x)
          data[to] = level + addRed
          data[to + 1] = level + addGreen
          data[to + 2] = level + addBlue
        }
      at += 2
    }
}

type ScanOf = JpegScan['components'][number]
