import type { Raster } from '../../photo/photo.ts'

/** How bytes become floats: `(value * scale - mean) / std` per channel, channels in the model's order. */
export type PlanarSpec = {
  order: 'rgb' | 'bgr'
  /** 1 leaves 0 to 255; 1/255 gives 0 to 1. */
  scale: number
  mean?: readonly [number, number, number]
  std?: readonly [number, number, number]
}

/** Position of the raster in the tensor: cut out from `left`, `top`, or padded to the right and below with `pad`. */
export type PlanarFrame = { width: number; height: number; left?: number; top?: number; pad?: number }

/**
 * Fills a planar (NCHW) float tensor of `3 * width * height` from interleaved bytes in one pass, without an
 * intermediate copy.
 */
export function toPlanar(raster: Raster, spec: PlanarSpec, frame: PlanarFrame = raster): Float32Array {
  const { width, height, left = 0, top = 0, pad = 0 } = frame
  const plane = width * height
  const out = new Float32Array(3 * plane)
  const columns = Math.min(width, raster.width - left)
  const rows = Math.min(height, raster.height - top)
  if (pad !== 0 && (columns < width || rows < height)) out.fill(pad)
  const { data } = raster
  const [a0, b0] = affine(spec, 0)
  const [a1, b1] = affine(spec, 1)
  const [a2, b2] = affine(spec, 2)
  const red = spec.order === 'rgb' ? 0 : 2 * plane
  const blue = spec.order === 'rgb' ? 2 * plane : 0
  for (let y = 0; y < rows; y++) {
    let from = 3 * ((y + top) * raster.width + left)
    let to = y * width
    for (const end = to + columns; to < end; to++, from += 3) {
      out[red + to] = data[from]! * a0 + b0
      out[plane + to] = data[from + 1]! * a1 + b1
      out[blue + to] = data[from + 2]! * a2 + b2
    }
  }
  return out
}

/**
 * The same in BGR from 0 to 255 for a network without its Focus (`unfoldFocus`): 12 planes of half the sides. Sides of
 * the frame are even, and the raster is at its top left.
 */
export function toFocused(raster: Raster, { width, height, pad = 0 }: PlanarFrame): Float32Array {
  const columns = width / 2
  const plane = (columns * height) / 2
  const out = new Float32Array(12 * plane)
  if (raster.width < width || raster.height < height) out.fill(pad)
  const { data } = raster
  for (let y = 0, from = 0; y < raster.height; y++) {
    const even = (y % 2) * 3 * plane + (y >> 1) * columns
    for (let x = 0; x < raster.width; x++, from += 3) {
      const to = even + (x % 2) * 6 * plane + (x >> 1)
      out[to] = data[from + 2]!
      out[to + plane] = data[from + 1]!
      out[to + 2 * plane] = data[from]!
    }
  }
  return out
}

function affine({ scale, mean, std }: PlanarSpec, channel: 0 | 1 | 2): [number, number] {
  const divisor = std ? std[channel] : 1
  return [scale / divisor, mean ? -mean[channel] / divisor : 0]
}

/** Mean and spread of ImageNet in RGB, for models trained with them. */
export const imageNetSpec: PlanarSpec = {
  order: 'rgb',
  scale: 1 / 255,
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
}
