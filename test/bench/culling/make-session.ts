import { existsSync, mkdirSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { croppingsStep } from '../../../src-main/analysis/croppings/croppings-step.ts'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { embeddingStep } from '../../../src-main/analysis/embedding/embedding-step.ts'
import { facesStep } from '../../../src-main/analysis/faces/faces-step.ts'
import { openModels } from '../../../src-main/analysis/models/registry/registry.ts'
import type { Models } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { stepNames, type Findings, type StepName } from '../../../src-main/analysis/photo/findings.ts'
import type { Raster } from '../../../src-main/analysis/photo/photo.ts'
import { createCachedDetections } from '../../../src-main/analysis/pipeline/create-cached-detections.ts'
import { previewStep } from '../../../src-main/analysis/preview/preview-step.ts'
import { sharpnessStep } from '../../../src-main/analysis/sharpness/sharpness-step.ts'
import type { Step } from '../../../src-main/analysis/step/step.ts'
import type { StepState } from '../../../src-main/engines/analysis-engine.ts'
import { emptyMetadata } from '../../../src-main/contract/library/empty-metadata.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { foundFileOf } from '../../../src-main/library/ingest/reconcile/found-file.ts'
import { identityOf } from '../../../src-main/library/ingest/places/volume.ts'
import { gaussianBlur, motionBlur } from '../../eval/blurred.ts'
import { repositoryDir, resourcesDir } from '../../fixtures/folders.ts'
import { marked, originals } from '../make-photos.ts'
import { FINGERPRINT } from '../million/idle-engine.ts'

/** Frames of one scene after another, repeated: a quarter of the scenes are single photos, the longest has eight. */
const FRAMES = [1, 3, 8, 2, 1, 5, 4, 2] as const
/** Milliseconds between frames of a scene, and between scenes. */
const [FRAME_MS, SCENE_MS] = [300, 60_000]
const SHARP_TWICE = [0, 4] as const
/** Variants of a frame, on a picture of about 640 pixels; two are sharp, and hardly distinguishable. */
const takes: readonly ((raster: Raster) => Raster | Promise<Raster>)[] = [
  ...SHARP_TWICE.map((left) => (raster: Raster) => shifted(raster, left)),
  (raster) => gaussianBlur(raster, 0.8),
  (raster) => motionBlur(raster, 7, 30),
  (raster) => gaussianBlur(raster, 2),
  (raster) => brightened(raster, 1.5),
]
const STEPS: readonly Step[] = [previewStep, facesStep, croppingsStep, embeddingStep, sharpnessStep]

/** A library of a session, its photos, and the number of scenes. */
export type Session = { libraryDir: string; photos: number; scenes: number }

const ALL_STEPS: readonly StepState[] = stepNames.map((name) => ({ name, fingerprint: FINGERPRINT }))

/**
 * Creates a library of a session's photos, with the findings of the bundled models and all stacks found. The photos
 * have 6 megapixels, and stay on this machine for the next run; each take of a scene is analysed once. Of `steps`,
 * those in `later` are left to do.
 */
export async function makeSession(
  libraryDir: string,
  photos: number,
  { steps = ALL_STEPS, later = [] }: { steps?: readonly StepState[]; later?: readonly StepName[] } = {},
): Promise<Session> {
  const scenes = await originals()
  const folder = join(tmpdir(), `lumafold-bench-session-${photos}`)
  const shots = shotsOf(photos, scenes.length)
  const files = await drawTakes(scenes, new Set(shots.map(({ file }) => file)))
  await writeShots(folder, shots, files)
  const findings = await analyse(
    files,
    STEPS.filter(({ name }) => !later.includes(name)),
  )
  const catalog = openCatalog(libraryDir)
  try {
    catalog.analysis.setSteps(steps)
    const done = stepNames.filter((name) => !later.includes(name))
    const root = catalog.folders.addRoot(folder)
    catalog.folders.setIdentity(root.id, await identityOf(folder))
    const folderId = catalog.folders.ensure(root.id, '')
    const ids = catalog.files.add(
      shots.map(({ name }) => ({ ...foundFileOf('', name, statSync(join(folder, name), { bigint: true })), folderId })),
    )
    for (const [at, { takenMs, file }] of shots.entries()) {
      const found = findings.get(file)!
      const [takenAt, subsec] = new Date(takenMs).toISOString().slice(0, -1).split('.') as [string, string]
      const metadata = { ...emptyMetadata(), takenAt, subsec, cameraModel: 'X-T5' }
      catalog.files.saveMetadata([{ id: ids[at]!, metadata, width: found.width!, height: found.height! }])
      catalog.analysis.saveOutcome(ids[at]!, done, { ok: true, findings: found, warnings: [] })
    }
    while (catalog.stacks.hasDue()) catalog.stacks.arrange(200)
  } finally {
    catalog.close()
  }
  return { libraryDir, photos, scenes: new Set(shots.map(({ scene }) => scene)).size }
}

type Shot = { name: string; scene: number; takenMs: number; file: number }

/** Photos in order of time. Within a scene takes follow each other, starting with a different one in each scene. */
function shotsOf(photos: number, bases: number): Shot[] {
  const shots: Shot[] = []
  for (let scene = 0; shots.length < photos; scene++) {
    const frames = Math.min(FRAMES[scene % FRAMES.length]!, photos - shots.length)
    for (let frame = 0; frame < frames; frame++) {
      const file = (scene % bases) * takes.length + ((scene * 5 + frame) % takes.length)
      const name = `photo-${String(shots.length).padStart(4, '0')}.jpg`
      shots.push({ name, scene, takenMs: Date.UTC(2024, 5, 1, 10) + scene * SCENE_MS + frame * FRAME_MS, file })
    }
  }
  return shots
}

/** The takes in use, as files of 6 megapixels. */
async function drawTakes(scenes: readonly Buffer[], shown: ReadonlySet<number>): Promise<Map<number, Buffer>> {
  const files = new Map<number, Buffer>()
  for (const file of shown) {
    const original = sharp(scenes[Math.floor(file / takes.length)])
    const { data, info } = await original.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const drawn = await takes[file % takes.length]!({ width: info.width, height: info.height, data })
    const large = pictureOf(drawn).resize(3000, 2000, { fit: 'cover', kernel: 'cubic' })
    files.set(file, await large.jpeg({ quality: 85 }).toBuffer())
  }
  return files
}

const pictureOf = ({ width, height, data }: Raster) => sharp(data, { raw: { width, height, channels: 3 } })

async function shifted(raster: Raster, left: number): Promise<Raster> {
  const width = raster.width - Math.max(...SHARP_TWICE)
  const part = pictureOf(raster).extract({ left, top: 0, width, height: raster.height })
  return { ...raster, width, data: await part.raw().toBuffer() }
}

const brightened = async (raster: Raster, by: number): Promise<Raster> => ({
  ...raster,
  data: await pictureOf(raster).linear(by).raw().toBuffer(),
})

async function writeShots(folder: string, shots: readonly Shot[], files: ReadonlyMap<number, Buffer>): Promise<void> {
  if (existsSync(folder)) return
  const making = `${folder}.making`
  mkdirSync(making, { recursive: true })
  for (const [at, { name, file }] of shots.entries()) await writeFile(join(making, name), marked(files.get(file)!, at))
  await rename(making, folder)
}

async function analyse(files: ReadonlyMap<number, Buffer>, steps: readonly Step[]): Promise<Map<number, Findings>> {
  const models = openModels({ resourcesDir, modelsDir: join(repositoryDir, 'no-such-folder') })
  const all = new Map<number, Findings>()
  for (const [file, bytes] of files) all.set(file, await findingsOf(bytes, steps, models))
  await models.close()
  return all
}

async function findingsOf(bytes: Buffer, steps: readonly Step[], models: Models): Promise<Findings> {
  const photo = await decodePhoto(bytes)
  const found: Findings = {}
  const context = { photo, models, found, detections: createCachedDetections(photo, models) }
  for (const step of steps) if (step.isAboutFile !== true) Object.assign(found, await step.run(context))
  return found
}
