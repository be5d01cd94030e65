import type { z } from 'zod'
import { BarcodeParameters, type BarcodeResult } from '../../contract/analysis/operations/barcodes.ts'
import type { FeaturesType } from '../../contract/analysis/index.ts'
import {
  CategoryParameters,
  type CategorizerRecord,
  type CategoryResult,
} from '../../contract/analysis/operations/categories.ts'
import { ColorParameters, type ColorResult } from '../../contract/analysis/operations/colors.ts'
import { CroppingParameters } from '../../contract/analysis/operations/croppings.ts'
import { FaceParameters, type FaceResult } from '../../contract/analysis/operations/faces.ts'
import { readParameters, type GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { TagParameters, type TagResult } from '../../contract/analysis/operations/tags.ts'
import { TextParameters, type TextResult } from '../../contract/analysis/operations/text.ts'
import { type Palette, loadPalette } from '../../base/color/palette.ts'
import { unlimitedMemory } from '../decode/memory-limiter.ts'
import type { PhotoOrigin } from '../decode/read-photo-file.ts'
import type { FaceVector } from '../faces/face-vector.ts'
import type { Models } from '../models/runtime/tasks.ts'
import { type EvidenceReader, openEvidenceReader } from '../tags/evidence-reader.ts'
import { analysePicture, type AnalysedPicture } from './analysed-picture.ts'
import { asAppError, withAppErrors } from './as-app-error.ts'
import { refuseCalls, type CallAnswer, type CallResults, type OperationCall, type OperationsRequest } from './calls.ts'
import { readBarcodes } from './read-barcodes.ts'
import { categorisePicture, checkCategorizer, listCategorizers } from './categorise-picture.ts'
import { colorPicture } from './color-picture.ts'
import { cropPicture, type CroppingAnswer } from './crop-picture.ts'
import { detectFaces } from './detect-faces.ts'
import { type BuiltInCategorizer, createCategorizers } from './create-categorizers.ts'
import { type OperationName, type TakeNotes, createNotes } from './create-notes.ts'
import type { NamesPort, OwnerPorts, PictureVector } from './ports.ts'
import { tagPicture } from './tag-picture.ts'
import { readText } from './read-text.ts'
import type { RegistryFolders } from '../models/registry/registry.ts'
import { stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'

/** What all owners of pictures share. */
type SharedDependencies = {
  models: Models
  evidenceReader: EvidenceReader
  names?: NamesPort
  palette: Palette
  builtIn: readonly BuiltInCategorizer[]
  takeNotes: TakeNotes
  pictures: PictureCache
}

type VerboseSchema = z.ZodType<{ verbose: 0 | 1 }>

/**
 * All operations of the interface on pictures, for one owner. It checks parameters as they were sent and returns
 * records in the interface's form. The same bytes and parameters give the same answer. Every rejection is an AppError
 * with a sentence.
 */
export class Operations {
  readonly #shared: SharedDependencies
  readonly #ports: OwnerPorts

  constructor(shared: SharedDependencies, ports: OwnerPorts) {
    this.#shared = shared
    this.#ports = ports
  }

  /** Decodes a picture once for any number of operations. `limitMemory` shares memory with other pictures. */
  open(picture: PhotoOrigin, limitMemory = unlimitedMemory): Promise<AnalysedPicture> {
    return withAppErrors(() => analysePicture(picture, { ...this.#shared, limitMemory }))
  }

  /**
   * Runs the calls of a request one after the other on its picture, which may still be decoded; never rejects. If the
   * picture does not open, every call gets that error.
   */
  async answer(
    { path, pictureId, calls }: Omit<OperationsRequest, 'owner'>,
    limitMemory = unlimitedMemory,
  ): Promise<CallAnswer[]> {
    try {
      const opened = await this.#shared.pictures.take(pictureId, path, () => this.open(path, limitMemory))
      // Crops at full size are read from this request's own file: the one that was opened first may be gone.
      const picture: AnalysedPicture = { ...opened, origin: path, limitMemory }
      const answers: CallAnswer[] = []
      for (const call of calls) answers.push(await this.#answerCall(call, picture))
      return answers
    } catch (error) {
      return refuseCalls(calls, asAppError(error))
    }
  }

  async #answerCall(call: OperationCall, picture: AnalysedPicture): Promise<CallAnswer> {
    try {
      // #run returns what CallResults has for this operation
      return { ok: true, operation: call.operation, value: await this.#run(call, picture) } as CallAnswer
    } catch (error) {
      const { code, text } = asAppError(error)
      return { ok: false, code, message: text }
    }
  }

  #run(call: OperationCall, picture: AnalysedPicture): Promise<CallResults[OperationCall['operation']]> {
    if (call.operation === 'categories') return this.categories(picture, call.categorizerId, call.given)
    if (call.operation === 'faceVectors') return this.faceVectors(picture)
    if (call.operation === 'contentVector') return this.contentVector(picture, call.modelId)
    if (call.operation === 'colorVector') return this.colorVector(picture, call.features)
    return this[call.operation](picture, call.given)
  }

  tags(picture: AnalysedPicture, given: GivenParameters = {}): Promise<TagResult> {
    const { evidenceReader, names } = this.#shared
    const dependencies = { vocabulary: evidenceReader.vocabulary, names, ...this.#ports }
    return this.#compute('tags', picture, TagParameters, given, (params) => tagPicture(picture, params, dependencies))
  }

  categories(picture: AnalysedPicture, categorizerId: string, given: GivenParameters = {}): Promise<CategoryResult> {
    return this.#compute('categories', picture, CategoryParameters, given, (params) =>
      categorisePicture(picture, categorizerId, params, this.#categorizing),
    )
  }

  croppings(picture: AnalysedPicture, given: GivenParameters = {}): Promise<CroppingAnswer> {
    return this.#compute('croppings', picture, CroppingParameters, given, (params) => cropPicture(picture, params))
  }

  colors(picture: AnalysedPicture, given: GivenParameters = {}): Promise<ColorResult> {
    const { palette } = this.#shared
    return this.#compute('colors', picture, ColorParameters, given, (params) => colorPicture(picture, params, palette))
  }

  faces(picture: AnalysedPicture, given: GivenParameters = {}): Promise<FaceResult> {
    return this.#compute('faces', picture, FaceParameters, given, (params) => detectFaces(picture, params))
  }

  barcodes(picture: AnalysedPicture, given: GivenParameters = {}): Promise<BarcodeResult> {
    return this.#compute('barcodes', picture, BarcodeParameters, given, () => readBarcodes(picture))
  }

  text(picture: AnalysedPicture, given: GivenParameters = {}): Promise<TextResult> {
    return this.#compute('text', picture, TextParameters, given, () => readText(picture))
  }

  /** A vector of each face, in the order of `faces`; none without an identity model. */
  faceVectors(picture: AnalysedPicture): Promise<readonly FaceVector[]> {
    return withAppErrors(() => picture.faceVectors())
  }

  /**
   * The vector that an index of kind `categories` compares, by the best model or by the one with this id; null if no
   * such model is installed.
   */
  contentVector(picture: AnalysedPicture, modelId?: string): Promise<PictureVector | null> {
    return withAppErrors(() => picture.embedding(modelId))
  }

  /** The vector that an index of kind `colors` compares. */
  colorVector(picture: AnalysedPicture, features: FeaturesType): Promise<Float32Array> {
    return withAppErrors(() => picture.colorVector(features))
  }

  /** Every categorizer that this owner can use. */
  categorizers(): Promise<CategorizerRecord[]> {
    return withAppErrors(() => listCategorizers(this.#categorizing))
  }

  /** Rejects with `bad-params` if no categorizer has this id. */
  checkCategorizer(categorizerId: string): Promise<void> {
    return withAppErrors(() => checkCategorizer(categorizerId, this.#categorizing))
  }

  get #categorizing() {
    return { builtIn: this.#shared.builtIn, custom: this.#ports.categorizers, names: this.#shared.names }
  }

  /** Checks the parameters, computes the result and, if it is verbose, adds the notes. */
  #compute<S extends VerboseSchema, T extends object>(
    operation: OperationName,
    picture: AnalysedPicture,
    schema: S,
    given: GivenParameters,
    work: (params: z.output<S>) => Promise<T>,
  ): Promise<T & { notes?: string[] }> {
    return withAppErrors(async () => {
      const params = readParameters(schema, given)
      const result = await work(params)
      return params.verbose === 1 ? { ...result, notes: this.#shared.takeNotes(operation, picture) } : result
    })
  }
}

export type OperationsOptions = RegistryFolders & {
  /** Models that are open already; whoever opened them closes them. */
  models: Models
  names?: NamesPort
  /** Bytes of pictures that are kept decoded for the next request about them; none by default. */
  cacheBytes?: number
}

/**
 * Opens what all owners share, once. The returned function gives the operations of one owner at no cost. A picture
 * opened by one owner's operations serves all. Throws if a data file of the program is missing or damaged.
 */
export function openOperations(options: OperationsOptions): (ports: OwnerPorts) => Operations {
  const { resourcesDir, models, names, cacheBytes = 0 } = options
  const evidenceReader = openEvidenceReader(resourcesDir)
  const shared: SharedDependencies = {
    models,
    evidenceReader,
    names,
    palette: loadPalette(resourcesDir),
    builtIn: createCategorizers(evidenceReader),
    takeNotes: createNotes(options),
    pictures: new PictureCache(cacheBytes),
  }
  return (ports) => new Operations(shared, ports)
}

// Pictures that are kept decoded

/** A picture with its resized copies, maps and findings takes about as much memory as this many working rasters. */
const RASTERS_HELD = 4

/**
 * The latest pictures, kept decoded with their findings, so that the next request for the same bytes reuses them. Bytes
 * are estimated; a picture larger than the whole cache is not kept.
 */
export class PictureCache {
  readonly #kept: LRUCache<string, AnalysedPicture>
  readonly #opening = new Map<string, Promise<AnalysedPicture>>()

  /** @param capacity Maximum bytes of all kept pictures. */
  constructor(capacity: number) {
    this.#kept = new LRUCache({ maxSize: Math.max(1, capacity) }) // 0 would be no limit
  }

  /**
   * The picture with this id: the kept one, or the file at `path` opened by `open`. Concurrent requests share the
   * opening.
   */
  async take(id: string, path: string, open: () => Promise<AnalysedPicture>): Promise<AnalysedPicture> {
    const kept = this.#kept.get(id)
    if (kept) return kept
    // another request's file may be gone by now; this request has its own file
    return this.#opening.get(id)?.catch(() => this.#open(id, path, open)) ?? this.#open(id, path, open)
  }

  #open(id: string, path: string, open: () => Promise<AnalysedPicture>): Promise<AnalysedPicture> {
    const opening = open()
    this.#opening.set(id, opening)
    void this.#keep(id, path, opening).finally(() => {
      if (this.#opening.get(id) === opening) this.#opening.delete(id)
    })
    return opening
  }

  /** Keeps a picture once it is open; a picture that does not open, or whose file is gone, is not kept. */
  async #keep(id: string, path: string, opening: Promise<AnalysedPicture>): Promise<void> {
    const [opened, file] = await Promise.allSettled([opening, stat(path)])
    if (opened.status === 'rejected' || file.status === 'rejected') return
    // a decoded photo keeps its file's bytes
    const size = opened.value.photo.pixels.data.byteLength * RASTERS_HELD + file.value.size
    this.#kept.set(id, opened.value, { size })
  }
}
