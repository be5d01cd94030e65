import sharp from 'sharp'
import { photoWithCodes } from '../../../fixtures/barcodes.ts'
import { drawBoard } from '../../../fixtures/drawn-text.ts'
import { packagePhotos } from '../../../fixtures/pictures.ts'

export type SamplePhotos = { photo: Buffer; second: Buffer; withCodes: Buffer; withText: Buffer }

/**
 * Two photos of people from an npm package, cut from a larger picture, so that samples are the same on every machine;
 * and the first with a QR code stuck on it, and with a sign.
 */
export async function loadSamplePhotos(): Promise<SamplePhotos> {
  const [people] = packagePhotos()
  if (people === undefined) throw new Error('The package @vladmandic/human and its pictures are not installed.')
  const cut = (left: number, width: number) =>
    sharp(people).extract({ left, top: 2, width, height: 154 }).resize(640).jpeg({ quality: 90 }).toBuffer()
  const photo = await cut(328, 208)
  const { width, height } = await sharp(photo).metadata()
  const withCodes = await photoWithCodes(photo, { width, height }, [{ kind: 'QRCode', left: 24, top: 40, width: 140 }])
  const sign = await drawBoard({ lines: ['Platform 9', 'EXIT'], ink: '#ffffff', ground: '#123a7a' }, 32)
  const withText = await sharp(photo)
    .composite([{ input: sign.data, left: 24, top: 40 }])
    .jpeg({ quality: 90 })
    .toBuffer()
  return { photo, second: await cut(165, 148), withCodes, withText }
}
