import sharp, { type Sharp } from 'sharp'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { openJxlEncoder } from '../../../fixtures/jxl-files.ts'
import { psdFile } from '../../../fixtures/psd-files.ts'
import { buildCr3, buildDng, buildNef, buildRaf } from '../../../fixtures/raw-files.ts'

export type SampleFile = { name: string; bytes: Buffer }

const scene = async () => sharp(await drawPicture({ width: 320, height: 200, format: 'png' }))
const encoded = async (encode: (picture: Sharp) => Sharp) => encode(await scene()).toBuffer()

/** Four frames as pages of one picture, for formats with animations. */
async function animate(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    [1, 2, 3, 4].map((seed) => drawPicture({ width: 64, height: 48, seed, format: 'png' })),
  )
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

const encodings: Record<string, () => Promise<Buffer>> = {
  'baseline.jpg': () => encoded((picture) => picture.jpeg()),
  'progressive.jpg': () => encoded((picture) => picture.jpeg({ progressive: true })),
  'cmyk.jpg': () => encoded((picture) => picture.toColourspace('cmyk').jpeg()),
  'profiled.jpg': () => encoded((picture) => picture.withIccProfile('p3').jpeg()),
  'plain.png': () => encoded((picture) => picture.png()),
  'palette.png': () => encoded((picture) => picture.ensureAlpha(0.5).png({ palette: true })),
  '16bit.png': () => encoded((picture) => picture.toColourspace('rgb16').png()),
  'still.gif': () => encoded((picture) => picture.gif()),
  'moving.gif': () => animate('gif'),
  'lossy.webp': () => encoded((picture) => picture.webp()),
  'lossless.webp': () => encoded((picture) => picture.ensureAlpha(0.5).webp({ lossless: true })),
  'alpha.webp': () => encoded((picture) => picture.ensureAlpha(0.5).webp()),
  'moving.webp': () => animate('webp'),
  'strips.tif': () => encoded((picture) => picture.tiff({ compression: 'none' })),
  'lzw.tif': () => encoded((picture) => picture.tiff({ compression: 'lzw', predictor: 'horizontal' })),
  'tiles.tif': () => encoded((picture) => picture.tiff({ tile: true, tileWidth: 64, tileHeight: 64 })),
  'jpeg.tif': () => encoded((picture) => picture.tiff({ compression: 'jpeg' })),
  'pyramid.tif': () => encoded((picture) => picture.tiff({ tile: true, pyramid: true, tileWidth: 64, tileHeight: 64 })),
  'big.tif': () => encoded((picture) => picture.tiff({ bigtiff: true })),
  'layers.psd': async () => {
    const planes = [1, 2, 3].map((level) => Buffer.alloc(200 * 100, level * 50))
    return psdFile({ width: 200, height: 100, mode: 3, depth: 8, planes, isPacked: true })
  },
  'bare.jxl': async () => {
    const rgba = await encoded((picture) => picture.ensureAlpha().raw())
    return (await openJxlEncoder())(rgba, 320, 200)
  },
  'still.avif': () => encoded((picture) => picture.avif({ effort: 0 })),
}

/** A picture in each container that can be written here, and RAW files as cameras build them. */
export async function sampleFiles(): Promise<SampleFile[]> {
  const jpeg = await drawPicture({ width: 320, height: 200 })
  const raws: SampleFile[] = [
    { name: 'a.nef', bytes: buildNef(jpeg, 1) },
    { name: 'a.dng', bytes: buildDng(jpeg, jpeg, 1) },
    { name: 'a.cr3', bytes: buildCr3(jpeg, 1) },
    { name: 'a.raf', bytes: buildRaf(jpeg) },
  ]
  const pictures: SampleFile[] = []
  for (const [name, make] of Object.entries(encodings)) pictures.push({ name, bytes: await make() })
  return [...pictures, ...raws]
}
