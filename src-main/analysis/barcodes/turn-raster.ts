import { sharp } from '../decode/libvips.ts'
import type { Raster } from '../photo/photo.ts'

export type Point = { x: number; y: number }

/** A copy that was shrunk and then turned clockwise about its middle; the corners that became free are grey. */
export type TurnedRaster = {
  raster: Raster
  degrees: number
  shrunk: { width: number; height: number }
  factor: number
}

/** Shrinks a raster to at most `longSide` and turns it clockwise. */
export async function turnRaster(source: Raster, degrees: number, longSide: number): Promise<TurnedRaster> {
  const factor = Math.min(1, longSide / Math.max(source.width, source.height))
  const shrunk = {
    width: Math.max(1, Math.round(source.width * factor)),
    height: Math.max(1, Math.round(source.height * factor)),
  }
  const { width, height } = source
  const { data, info } = await sharp(source.data, { raw: { width, height, channels: 3 } })
    .resize({ ...shrunk, fit: 'fill' })
    .rotate(degrees, { background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { raster: { width: info.width, height: info.height, data }, degrees, shrunk, factor }
}

/** Where a point of the turned copy lies in the raster that it was made from. */
export function mapBack({ x, y }: Point, { raster, degrees, shrunk, factor }: TurnedRaster): Point {
  const angle = (degrees * Math.PI) / 180
  const [dx, dy] = [x - raster.width / 2, y - raster.height / 2]
  return {
    x: (dx * Math.cos(angle) + dy * Math.sin(angle) + shrunk.width / 2) / factor,
    y: (dy * Math.cos(angle) - dx * Math.sin(angle) + shrunk.height / 2) / factor,
  }
}
