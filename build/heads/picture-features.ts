import { readFileSync } from 'node:fs'

/** A picture that a head learns from, without its pixels. */
export type LearnedPicture = {
  /** The package that it comes from, and its path there. */
  package: string
  file: string
  licence: string
  /** Its L2-normalised features in half precision, little-endian, as base64. */
  features?: string
}

/** The features of the pictures listed in a file, in its order; throws for a picture without any. */
export function readPictureFeatures(file: string): Float32Array[] {
  const { pictures } = JSON.parse(readFileSync(file, 'utf8')) as { pictures: LearnedPicture[] }
  return pictures.map((picture) => {
    if (picture.features === undefined) throw new Error(`${picture.file} has no features in ${file}.`)
    const bytes = Buffer.from(picture.features, 'base64')
    const halves = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    return Float32Array.from({ length: bytes.length / 2 }, (_, n) => halves.getFloat16(2 * n, true))
  })
}
