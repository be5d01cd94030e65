import sharp from 'sharp'
import { packagePhotos } from '../../../fixtures/pictures.ts'

export type SamplePhotos = { photo: Buffer; second: Buffer }

/**
 * Two photos of people that an npm package brings, cut from a larger picture, so that samples are the same on every
 * machine.
 */
export async function loadSamplePhotos(): Promise<SamplePhotos> {
  const [people] = packagePhotos()
  if (people === undefined) throw new Error('The package @vladmandic/human and its pictures are not installed.')
  const cut = (left: number, width: number) =>
    sharp(people).extract({ left, top: 2, width, height: 154 }).resize(640).jpeg({ quality: 90 }).toBuffer()
  return { photo: await cut(328, 208), second: await cut(165, 148) }
}
