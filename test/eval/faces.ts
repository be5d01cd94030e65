import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { Face } from '../../src-main/contract/analysis/face.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { createYunet } from '../../src-main/analysis/models/adapters/yunet.ts'
import { openSession } from '../../src-main/analysis/models/runtime/open-session.ts'
import type { Box, FaceDetector, Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { facesStep } from '../../src-main/analysis/faces/faces-step.ts'
import { sharedModels } from '../fixtures/shared.ts'
import { listCoco } from './coco.ts'
import { listLabelled } from './labelled.ts'
import { figure, printFigures, type Figure, type ModelSet } from './figures.ts'

/** The reference is another network of the same family, four times as large: its faces from this score and size on. */
const REFERENCE = { file: 'face-yunet-2023mar-640.onnx', score: 0.7, side: 20 }
/**
 * False faces of the reference, checked one by one: graffiti, the back of a head, a wheel. Photo and centre of the box.
 */
const notFaces: readonly (readonly [string, number, number])[] = [
  ['000000000077.jpg', 338, 222],
  ['000000000389.jpg', 410, 261],
  ['000000000471.jpg', 306, 287],
]
const SAME_FACE = 0.4
const TURNED_PHOTOS = 8

type Count = { hits: number; of: number }

async function facesOn(path: string, models: Models): Promise<Face[]> {
  const photo = await decodePhoto(path)
  return (
    (await facesStep.run({ photo, models, found: {}, detections: createCachedDetections(photo, models) })).faces ?? []
  )
}

const boxOf = ({ coordinates: { xmin, ymin, xmax, ymax } }: Face): Box => ({ x1: xmin, y1: ymin, x2: xmax, y2: ymax })

function overlap(a: Box, b: Box): number {
  const both =
    Math.max(0, Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)) * Math.max(0, Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1))
  return both / ((a.x2 - a.x1) * (a.y2 - a.y1) + (b.x2 - b.x1) * (b.y2 - b.y1) - both)
}

function addMatches(count: Count, wanted: readonly Box[], faces: readonly Face[]): void {
  count.of += wanted.length
  count.hits += wanted.filter((box) => faces.some((face) => overlap(box, boxOf(face)) >= SAME_FACE)).length
}

/**
 * Share of the reference's faces that are found, on photos where COCO labels a person: elsewhere the reference sees
 * faces in dogs and doughnuts.
 */
async function agree(models: Models, reference: FaceDetector): Promise<Count> {
  const count = { hits: 0, of: 0 }
  for (const { path, labels } of listLabelled()) {
    if (!labels.includes('person')) continue
    const photo = await decodePhoto(path)
    const wanted = (await reference.detect(photo))
      .filter(
        ({ score, box }) => score >= REFERENCE.score && Math.min(box.x2 - box.x1, box.y2 - box.y1) >= REFERENCE.side,
      )
      .filter(
        ({ box }) =>
          !notFaces.some(([name, x, y]) => path.endsWith(name) && x > box.x1 && x < box.x2 && y > box.y1 && y < box.y2),
      )
    addMatches(
      count,
      wanted.map(({ box }) => box),
      await facesOn(path, models),
    )
  }
  return count
}

/** The pixels of a photo turned and mirrored so that this EXIF orientation shows it upright again. */
const turns: readonly ((photo: Sharp) => Sharp)[] = [
  (photo) => photo,
  (photo) => photo.flop(),
  (photo) => photo.rotate(180),
  (photo) => photo.flip(),
  (photo) => photo.rotate(270).flop(),
  (photo) => photo.rotate(270),
  (photo) => photo.rotate(90).flop(),
  (photo) => photo.rotate(90),
]

/** Faces of photos written in the seven other EXIF orientations against those of the upright photo. */
async function agreeTurned(models: Models): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), 'lumafold-turned-'))
  const count = { hits: 0, of: 0 }
  let used = 0
  for (const { path } of listCoco()) {
    const upright = (await facesOn(path, models))
      .filter(({ confidence, coordinates }) => confidence >= 90 && coordinates.height >= 40)
      .map(boxOf)
    if (upright.length === 0 || used++ >= TURNED_PHOTOS) continue
    for (let orientation = 2; orientation <= 8; orientation++) {
      const file = join(folder, `${orientation}.jpg`)
      const turned = await turns[orientation - 1]!(sharp(path)).png().toBuffer()
      await sharp(turned).withMetadata({ orientation }).jpeg({ quality: 95 }).toFile(file)
      addMatches(count, upright, await facesOn(file, models))
    }
  }
  await rm(folder, { recursive: true })
  return count
}

/** Faces against the reference detector, and on the same photos in every EXIF orientation. */
export async function evaluateFaces({ name, models }: ModelSet): Promise<Figure[]> {
  const folder = sharedModels()
  if (!folder || listCoco().length === 0) return []
  const session = await openSession(join(folder, REFERENCE.file))
  const agreed = await agree(models, createYunet(session, 'reference', { isSquare: true }).faces)
  await session.close()
  const turned = await agreeTurned(models)
  const goal = name === 'standard' ? { least: 0.95 } : {}
  return [
    figure('faces agreement with YuNet-s 2023mar', name, agreed.hits / agreed.of, {
      ...goal,
      note: `${agreed.of} faces of ${REFERENCE.side} px and more`,
    }),
    figure('faces found in every EXIF orientation', name, turned.hits / turned.of, {
      least: 0.95,
      note: `${turned.of} faces`,
    }),
  ]
}

if (import.meta.main) await printFigures(evaluateFaces)
