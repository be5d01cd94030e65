import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { pictureSignature } from '../../src-main/analysis/preview/picture-signature.ts'
import { previewStep } from '../../src-main/analysis/preview/preview-step.ts'
import type { StepContext } from '../../src-main/analysis/step/step.ts'
import { comparePictures } from '../../src-main/library/duplicates/compare-pictures.ts'
import { judgePictures } from '../../src-main/library/duplicates/judge-pictures.ts'
import { OutlineIndex } from '../../src-main/library/duplicates/outline-index.ts'
import { outlineDistance, outlineOf, type Outline } from '../../src-main/library/duplicates/outline.ts'
import type { Shot } from '../../src-main/library/duplicates/same-shot.ts'
import { sharedPhotos } from '../fixtures/shared.ts'
import { figure, printFigures, type Figure, type ModelSet } from './figures.ts'

type Picture = Shot & { outline: Outline; signature: Uint8Array }
type Version = { name: string; make(picture: Sharp, width: number): Sharp }

const versions: Version[] = [
  { name: 'half the size, quality 60', make: (picture, width) => picture.resize(width >> 1).jpeg({ quality: 60 }) },
  { name: 'WebP, quality 50', make: (picture) => picture.webp({ quality: 50 }) },
  { name: 'brighter', make: (picture) => picture.modulate({ brightness: 1.25 }).jpeg({ quality: 90 }) },
  { name: 'darker', make: (picture) => picture.modulate({ brightness: 0.75 }).jpeg({ quality: 90 }) },
  { name: 'grey', make: (picture) => picture.greyscale().jpeg({ quality: 90 }) },
  { name: 'more colour', make: (picture) => picture.modulate({ saturation: 1.5 }).jpeg({ quality: 90 }) },
]

async function readPicture(bytes: Buffer): Promise<Picture> {
  const photo = await decodePhoto(bytes)
  const { thumbnail, placeholder } = await previewStep.run({ photo } as StepContext)
  const unknown = {
    name: 'x.jpg',
    modifiedMs: 0,
    takenAt: null,
    subsec: null,
    camera: 0,
    exposureUs: 0,
    aperture: 0,
    iso: 0,
  }
  const { width, height } = photo
  const signature = await pictureSignature(thumbnail!)
  return { ...unknown, width, height, signature, outline: outlineOf(placeholder!)! }
}

const MAX_OUTLINE_DISTANCE = new OutlineIndex().maxDistance

const isFound = (a: Picture, b: Picture): boolean =>
  outlineDistance(a.outline, b.outline) <= MAX_OUTLINE_DISTANCE &&
  judgePictures(a, b, comparePictures(a.signature, b.signature)) !== null

/** The half that the thresholds were not chosen on. */
function listPhotos(): string[] {
  const root = sharedPhotos()
  if (root === null) return []
  const folders = [join(root, 'kinds'), join(root, 'coco128', 'images')]
  const all = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  return all.filter((path) => /\.jpe?g$/.test(path)).filter((_path, index) => index % 2 === 1)
}

/**
 * How many versions of a photo are recognised when no file has a time, and how many pairs of different photos wrongly
 * are. It needs no model.
 */
export async function evaluateDuplicates({ name }: ModelSet): Promise<Figure[]> {
  if (name !== 'bundled') return []
  const pictures: Picture[] = []
  const found = new Map(versions.map((version) => [version.name, 0]))
  for (const path of listPhotos()) {
    const original = await sharp(path).autoOrient().removeAlpha().toColourspace('srgb').png().toBuffer()
    const its = await readPicture(original)
    pictures.push(its)
    for (const { name: what, make } of versions)
      if (isFound(its, await readPicture(await make(sharp(original), its.width).toBuffer())))
        found.set(what, found.get(what)! + 1)
  }
  if (pictures.length === 0) return []
  const pairs = pictures.flatMap((one, place) => pictures.slice(0, place).filter((other) => isFound(one, other)))
  return [
    ...versions.map((version) => figure(`found: ${version.name}`, name, found.get(version.name)! / pictures.length)),
    figure('pairs of different photos that are found', name, pairs.length, { most: 0 }),
  ]
}

if (import.meta.main) await printFigures(evaluateDuplicates)
