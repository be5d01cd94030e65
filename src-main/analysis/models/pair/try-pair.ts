import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { fitRaster } from '../../decode/fit-raster.ts'
import type { DecodedPhoto, Raster } from '../../photo/photo.ts'
import { openPair } from './open-pair.ts'
import { readPair } from './pair-manifest.ts'

/**
 * Describes a grey picture and a text with the pair in a folder, and returns the text's vector. Rejects with
 * `file-unreadable` if the two do not match: their vectors must have the same length.
 */
export async function tryPair(dir: string): Promise<Float32Array> {
  const installed = readPair(dir)
  if (installed === null) throw new AppError('file-unreadable', say('pairs.notWhole'))
  const pair = openPair(installed)
  try {
    const [picture, text] = [await pair.describePhoto(greyPhoto()), await pair.describeText('a photo of a dog')]
    const isFinite = [...picture, ...text].every((value) => Number.isFinite(value))
    if (picture.length !== text.length || !isFinite)
      throw new AppError('file-unreadable', say('pairs.noPair', { pictures: picture.length, texts: text.length }))
    return text
  } finally {
    await pair.close()
  }
}

function greyPhoto(): DecodedPhoto {
  const pixels: Raster = { width: 64, height: 64, data: new Uint8Array(3 * 64 * 64).fill(128) }
  return {
    width: 64,
    height: 64,
    format: 'jpeg',
    hasAlpha: false,
    hashes: async () => ({ contentHash: '', imageHash: '' }),
    pixels,
    fitted: (spec) => fitRaster(pixels, spec),
    warnings: [],
  }
}
