import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { fitRaster } from '../../decode/fit-raster.ts'
import type { DecodedPhoto, Raster } from '../../photo/photo.ts'
import { dot } from '../../vectors/unit-vector.ts'
import { openPair } from './open-pair.ts'
import { readPair } from './pair-manifest.ts'

/** Drawn pictures of one colour, and what a person would call it. */
const colors = [
  { word: 'red', rgb: [255, 0, 0] },
  { word: 'green', rgb: [0, 255, 0] },
  { word: 'blue', rgb: [0, 0, 255] },
  { word: 'yellow', rgb: [255, 255, 0] },
  { word: 'black', rgb: [0, 0, 0] },
  { word: 'white', rgb: [255, 255, 255] },
] as const

/**
 * Describes drawn pictures and sentences with the pair in a folder, and returns the vector of a sentence. Rejects with
 * `file-unreadable` if the vectors of the two have different lengths, are zero or not finite. A pair of the catalogue
 * must also rank the pictures as a person would; others may know neither English nor colours.
 */
export async function tryPair(dir: string): Promise<Float32Array> {
  const installed = readPair(dir)
  if (installed === null) throw new AppError('file-unreadable', say('pairs.notWhole'))
  const pair = openPair(installed)
  try {
    const isRanked = installed.manifest.offer !== undefined
    const pictures: Float32Array[] = []
    const texts: Float32Array[] = []
    for (const { word, rgb } of isRanked ? colors : colors.slice(0, 1)) {
      const [picture, text] = [
        await pair.describePhoto(plainPhoto(rgb)),
        await pair.describeText(`a plain ${word} background`),
      ]
      if (picture.length !== text.length)
        throw new AppError('file-unreadable', say('pairs.noPair', { pictures: picture.length, texts: text.length }))
      if (!isUnit(picture) || !isUnit(text)) throw new AppError('file-unreadable', say('pairs.noVector'))
      pictures.push(picture)
      texts.push(text)
    }
    if (isRanked && !isRankedRightly(pictures, texts)) throw new AppError('file-unreadable', say('pairs.ranksWrongly'))
    return texts[0]!
  } finally {
    await pair.close()
  }
}

/** Not so for a vector with values that are not finite: comparisons with them are false. */
const isUnit = (vector: Float32Array): boolean => Math.abs(dot(vector, vector) - 1) < 1e-3

/**
 * Whether no two sentences would fit better if they were exchanged. Cosines of one sentence are not compared with those
 * of another: some sentences, and some pictures, are near to everything.
 */
function isRankedRightly(pictures: readonly Float32Array[], texts: readonly Float32Array[]): boolean {
  const fit = (picture: number, text: number) => dot(pictures[picture]!, texts[text]!)
  return pictures.every((_, a) => pictures.every((_, b) => a === b || fit(a, a) + fit(b, b) > fit(a, b) + fit(b, a)))
}

function plainPhoto(rgb: readonly [number, number, number]): DecodedPhoto {
  const pixels: Raster = { width: 64, height: 64, data: new Uint8Array(3 * 64 * 64) }
  for (let at = 0; at < pixels.data.length; at += 3) pixels.data.set(rgb, at)
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
