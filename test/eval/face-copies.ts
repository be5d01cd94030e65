import sharp, { type Sharp } from 'sharp'
import type { Face } from '../../src-main/contract/analysis/face.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { describeFace, type FaceVector } from '../../src-main/analysis/faces/face-vector.ts'
import { facesStep } from '../../src-main/analysis/faces/faces-step.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import type { DecodedPhoto } from '../../src-main/analysis/photo/photo.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'

/** A face and whose it is: faces with the same `whose` are one person's. */
export type KnownFace = { whose: string; photo: string; copy: string; vector: Float32Array }

type Point = { x: number; y: number }
/** A way in which another picture of a face differs, and where the centre of the face is then (0 to 1). */
type FaceCopy = { name: string; apply(picture: Sharp, side: number): Sharp; middle(at: Point): Point }

const inPlace = (at: Point) => at
/** Represents another photo of the same person, which is not available here. */
const copies: readonly FaceCopy[] = [
  { name: 'half the size', apply: (picture, side) => picture.resize({ width: side >> 1 }), middle: inPlace },
  { name: 'cropped', apply: cropped, middle: ({ x, y }) => ({ x: (x - 0.1) / 0.8, y: (y - 0.1) / 0.8 }) },
  { name: 'mirrored', apply: (picture) => picture.flop(), middle: ({ x, y }) => ({ x: 1 - x, y }) },
  { name: 'quality 30', apply: (picture) => picture.jpeg({ quality: 30 }), middle: inPlace },
  { name: 'brighter', apply: (picture) => picture.modulate({ brightness: 1.35 }), middle: inPlace },
  { name: 'darker', apply: (picture) => picture.modulate({ brightness: 0.65 }), middle: inPlace },
  { name: 'grey', apply: (picture) => picture.greyscale(), middle: inPlace },
]

function cropped(picture: Sharp, side: number): Sharp {
  const [edge, rest] = [Math.round(side * 0.1), Math.floor(side * 0.8)]
  return picture.extract({ left: edge, top: edge, width: rest, height: rest })
}

/** Faces smaller than this in the decoded raster reveal too little (pixels); the program still describes them. */
const MIN_SIDE = 24

/** The sufficiently large faces of some photos, each with its copies on which a face is found. */
export async function collectFaces(paths: readonly string[], models: Models): Promise<KnownFace[]> {
  const known: KnownFace[] = []
  for (const path of paths) {
    const { photo, faces } = await findFaces(path, models)
    const isLarge = ({ coordinates: { width, height } }: Face) =>
      (Math.min(width, height) * photo.pixels.width) / photo.width >= MIN_SIDE
    for (const [number, face] of faces.filter(isLarge).entries()) {
      const described = { whose: `${path}:${number}`, photo: path }
      known.push({ ...described, copy: '', vector: (await describe(photo, face, models)).vector })
      known.push(...(await copyFace(path, face, models)).map((copy) => ({ ...described, ...copy })))
    }
  }
  return known
}

/** Every face in a picture, as the program finds them. */
export async function findFaces(picture: string | Buffer, models: Models) {
  const photo = await decodePhoto(picture)
  const context = { photo, models, found: {}, detections: createCachedDetections(photo, models) }
  return { photo, faces: (await facesStep.run(context)).faces ?? [] }
}

export async function describe(photo: DecodedPhoto, face: Face, models: Models): Promise<FaceVector> {
  return describeFace(photo, face, (await models.get('face-identity'))!)
}

/** A face on copies of the square around it, three times as wide as the face; edges are filled with grey. */
async function copyFace(path: string, { coordinates: c }: Face, models: Models) {
  const side = 3 * Math.max(c.width, c.height)
  const [left, top] = [c.xmin + (c.width - side) / 2, c.ymin + (c.height - side) / 2].map(Math.round) as [
    number,
    number,
  ]
  const square = await cutSquare(path, { left, top, side })
  const found: { copy: string; vector: Float32Array }[] = []
  for (const { name, apply, middle } of copies) {
    const { photo, faces } = await findFaces(await apply(sharp(square), side).png().toBuffer(), models)
    const wanted = middle({ x: 0.5, y: 0.5 })
    const face = faces.find(({ coordinates: { xmin, xmax, ymin, ymax } }) =>
      isInside({ x: wanted.x * photo.width, y: wanted.y * photo.height }, { xmin, xmax, ymin, ymax }),
    )
    if (face) found.push({ copy: name, vector: (await describe(photo, face, models)).vector })
  }
  return found
}

const isInside = ({ x, y }: Point, box: { xmin: number; xmax: number; ymin: number; ymax: number }) =>
  x > box.xmin && x < box.xmax && y > box.ymin && y < box.ymax

async function cutSquare(path: string, { left, top, side }: { left: number; top: number; side: number }) {
  const margin = { left: side, right: side, top: side, bottom: side, background: '#808080' }
  const wide = await sharp(path).rotate().toColourspace('srgb').removeAlpha().extend(margin).png().toBuffer()
  return sharp(wide)
    .extract({ left: left + side, top: top + side, width: side, height: side })
    .png()
    .toBuffer()
}
