import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { ModelSet, ModelTask } from '../../../contract/library/models.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Address = z.url({ protocol: /^https?$/ })

/** A file at its addresses. */
const Download = z.object({ sha256: Sha256, bytes: z.int().positive(), sources: z.array(Address) })

const modelFields = {
  id: z.string().min(1),
  title: z.string(),
  /** Name in the models folder; files taken from a folder are recognised by their content. */
  file: z.string().regex(/^[\w.-]+\.onnx$/),
  /** The adapter for the file's inputs and outputs. */
  adapter: z.enum([
    'centernet',
    'blazeface',
    'faceres',
    'face-mesh',
    'iris',
    'nsfw',
    'mobilenet',
    'yunet',
    'yunet-square',
    'yolox',
    'yolox-640',
    'u2netp',
    'efficientnet',
    'pphumanseg',
    'ppocr-detection',
    'ppocr-direction',
    'ppocr-recognition',
  ]),
  /** The tasks it can serve, each with a priority: of several models for a task, the highest priority wins. */
  tasks: z.partialRecord(ModelTask, z.int()),
  licence: z.string(),
  /** False if it was never run on the labelled photos. */
  isMeasured: z.literal(false).optional(),
  /**
   * File beside the catalogue with the ranges of the model's values: the model then runs with integers, at twice the
   * speed.
   */
  ranges: z
    .string()
    .regex(/^[\w.-]+\.json$/)
    .optional(),
  /** File beside the catalogue with the characters that the model reads, one on each line. */
  characters: z
    .string()
    .regex(/^[\w.-]+\.txt$/)
    .optional(),
  /** True for a YOLOX file whose first layer is removed, so that it takes photos of any ratio. */
  isUnfolded: z.literal(true).optional(),
  /** True for a U2-Net-p file of any size whose last stage is removed, which halves its time. */
  isShortened: z.literal(true).optional(),
  /**
   * True for the model whose runs need far more memory than those of others. It keeps that memory between runs: taken
   * from malloc each time, it would be scattered among all that is smaller and lives longer.
   */
  keepsMemory: z.literal(true).optional(),
}

/** A bundled model: built at set-up, so its bytes are not pinned here. */
const BundledModel = z.object({ ...modelFields, set: z.literal('bundled') })
/** An installable model: pinned by hash, from any of its addresses or from a folder. */
const InstalledModel = Download.extend({
  ...modelFields,
  set: ModelSet,
  /** Another model that this one can replace; one of the two is enough. */
  insteadOf: z.string().optional(),
  /** Made on this machine from a downloadable file. */
  derivedFrom: Download.extend({ recipe: z.literal('mobilenet-pooled-output') }).optional(),
})
export const CatalogModel = z.discriminatedUnion('set', [BundledModel, InstalledModel])
const Catalog = z.object({ models: z.array(CatalogModel) })

export type CatalogModel = z.infer<typeof CatalogModel>
export type InstalledModel = z.infer<typeof InstalledModel>
export type Download = z.infer<typeof Download>
/** Every model file the program knows. */
export type ModelCatalog = z.infer<typeof Catalog>

/** Reads `models/catalog.json` of the resources folder; throws an AppError if it is missing or malformed. */
export function readModelCatalog(resourcesDir: string): ModelCatalog {
  const file = join(resourcesDir, 'models', 'catalog.json')
  try {
    return Catalog.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new AppError('model-not-found', say('models.noCatalog'), { cause })
  }
}

/** The models of a set in groups of substitutes, the preferred one first. */
export function groupsOf({ models }: ModelCatalog, set: InstalledModel['set']): InstalledModel[][] {
  const ofSet = models.filter((model): model is InstalledModel => model.set === set)
  return ofSet
    .filter((model) => !model.insteadOf)
    .map((model) => [model, ...ofSet.filter((other) => other.insteadOf === model.id)])
}

/** True if a model can be installed without a folder that contains it. */
export function isDownloadable(model: InstalledModel): boolean {
  return model.sources.length > 0 || (model.derivedFrom?.sources.length ?? 0) > 0
}
