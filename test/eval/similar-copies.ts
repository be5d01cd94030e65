import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'

/** A way in which a copy of a photo differs from it. */
export type Alteration = {
  name: string
  isGeometric: boolean
  apply(picture: Sharp, size: { width: number; height: number }): Sharp
}
export const alterations: readonly Alteration[] = [
  { name: 'resize', isGeometric: true, apply: (picture) => picture.resize(240) },
  {
    name: 'crop 15%',
    isGeometric: true,
    apply: (picture, { width, height }) =>
      picture.extract({
        left: Math.round(width * 0.1),
        top: Math.round(height * 0.05),
        width: Math.round(width * 0.85),
        height: Math.round(height * 0.85),
      }),
  },
  { name: 'mirror', isGeometric: true, apply: (picture) => picture.flop() },
  { name: 'rotate 5', isGeometric: true, apply: (picture) => picture.rotate(5, { background: '#808080' }) },
  { name: 'quality 30', isGeometric: false, apply: (picture) => picture.jpeg({ quality: 30 }) },
  { name: 'brighter', isGeometric: false, apply: (picture) => picture.modulate({ brightness: 1.25 }) },
  { name: 'darker', isGeometric: false, apply: (picture) => picture.modulate({ brightness: 0.8 }) },
  { name: 'watermark', isGeometric: false, apply: (picture, size) => picture.composite([{ input: watermark(size) }]) },
]

/** A copy with a fifth of each side cut off. */
const cut: Alteration = {
  name: 'crop 20%',
  isGeometric: true,
  apply: (picture, { width, height }) =>
    picture.extract({
      left: Math.round(width * 0.1),
      top: Math.round(height * 0.1),
      width: Math.floor(width * 0.8),
      height: Math.floor(height * 0.8),
    }),
}
const half: Alteration = {
  name: 'half the size',
  isGeometric: true,
  apply: (picture, { width }) => picture.resize(Math.round(width / 2)),
}
/** Copies that people call the same picture: resized, cropped or mirrored. */
export const copiesThatKeep: readonly Alteration[] = [
  ...alterations.filter(({ name }) => ['resize', 'crop 15%', 'mirror'].includes(name)),
  half,
  cut,
]

function watermark({ width, height }: { width: number; height: number }): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="50%" y="55%" font-size="${Math.round(width / 7)}" font-family="sans-serif" text-anchor="middle" fill="white" fill-opacity="0.6">SAMPLE</text></svg>`,
  )
}

/** Writes a copy of a picture to a JPEG file. */
export async function writeCopy(picture: Sharp, alteration: Alteration, file: string): Promise<void> {
  const { width, height } = await picture.metadata()
  await writeFile(file, await alteration.apply(picture.jpeg({ quality: 92 }), { width, height }).toBuffer())
}
