import type { z } from 'zod'
import type { FeaturesType } from '../../contract/analysis/index.ts'
import { ColorParameters, type ColorResult } from '../../contract/analysis/operations/colors.ts'
import {
  CategoryParameters,
  type CategorizerRecord,
  type CategoryResult,
} from '../../contract/analysis/operations/categories.ts'
import { CroppingParameters } from '../../contract/analysis/operations/croppings.ts'
import { FaceParameters, type FaceResult } from '../../contract/analysis/operations/faces.ts'
import { readParameters, type GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { TagParameters, type TagResult } from '../../contract/analysis/operations/tags.ts'
import { loadPalette, type Palette } from '../../color/palette.ts'
import { createMemoryLimiter, type MemoryLimiter } from '../decode/memory-limiter.ts'
import type { PhotoOrigin } from '../decode/read-photo-file.ts'
import { openModels, type RegistryFolders } from '../models/registry/registry.ts'
import type { Models } from '../models/runtime/tasks.ts'
import { openEvidenceReader } from '../tags/gather-evidence.ts'
import { analysePicture, type AnalysedPicture, type PictureDependencies } from './analysed-picture.ts'
import { withAppErrors } from './as-app-error.ts'
import { createCategorizers, type BuiltInCategorizer } from './categorizers.ts'
import { categorisePicture, checkCategorizer, listCategorizers } from './category-operation.ts'
import { colorPicture } from './color-operation.ts'
import { cropPicture, type CroppingAnswer } from './cropping-operation.ts'
import { detectFaces } from './face-operation.ts'
import { createNotes, type OperationName, type TakeNotes } from './notes.ts'
import type { NamesPort, OwnerPorts, PictureVector } from './ports.ts'
import { tagPicture } from './tag-operation.ts'

type VerboseSchema = z.ZodType<{ verbose: 0 | 1 }>

/** What is the same for everyone whose pictures are analysed. */
export type BaseOptions = RegistryFolders & {
  names?: NamesPort
  /** Models that are open already; they are not closed here. By default those of the folders. */
  models?: Models
}
export type OperationsOptions = BaseOptions & OwnerPorts

/**
 * Everything the interface can find out about a picture. Parameters come as they were sent and are checked here;
 * records leave as the
 * interface has them. The same bytes and parameters give the same answer. Every rejection is an AppError with a
 * sentence.
 */
export type Operations = {
  /**
   * Decodes a picture once for any number of operations. `gate` shares memory with other processes; by default with
   * this one's pictures.
   */
  open(picture: PhotoOrigin, gate?: MemoryLimiter): Promise<AnalysedPicture>
  tags(picture: AnalysedPicture, given?: GivenParameters): Promise<TagResult>
  categories(picture: AnalysedPicture, categorizerId: string, given?: GivenParameters): Promise<CategoryResult>
  croppings(picture: AnalysedPicture, given?: GivenParameters): Promise<CroppingAnswer>
  colors(picture: AnalysedPicture, given?: GivenParameters): Promise<ColorResult>
  faces(picture: AnalysedPicture, given?: GivenParameters): Promise<FaceResult>
  /** What an index of kind `categories` compares; null where no installed model describes content. */
  contentVector(picture: AnalysedPicture): Promise<PictureVector | null>
  /** What an index of kind `colors` compares. */
  colorVector(picture: AnalysedPicture, features: FeaturesType): Promise<Float32Array>
  categorizers(): Promise<CategorizerRecord[]>
  /** Rejects with `bad-params` where no categorizer has this id. */
  checkCategorizer(categorizerId: string): Promise<void>
  close(): Promise<void>
}

/** Opens the operations on this machine's models; throws where a data file of the program is missing or damaged. */
export function createOperations(options: OperationsOptions): Operations {
  return openSharedOperations(options)(options)
}

/**
 * Opens once what is the same for everyone; gives the operations of one owner each time it is called, at no cost. A
 * picture opened by one
 * serves all. Closing any of them closes the models.
 */
export function openSharedOperations(options: BaseOptions): (ports: OwnerPorts) => Operations {
  const { resourcesDir, names } = options
  const models = options.models ?? openModels(options)
  const evidenceReader = openEvidenceReader(resourcesDir)
  const close = async () => {
    if (!options.models) await models.close()
  }
  const shared = {
    models,
    evidenceReader,
    names,
    close,
    gate: createMemoryLimiter(),
    palette: loadPalette(resourcesDir),
    builtIn: createCategorizers(evidenceReader),
    takeNotes: createNotes(options),
  }
  return (ports) => operationsFor(shared, ports)
}

type Shared = PictureDependencies & {
  names?: NamesPort
  palette: Palette
  builtIn: readonly BuiltInCategorizer[]
  takeNotes: TakeNotes
  close(): Promise<void>
}

function operationsFor(
  { names, palette, builtIn, takeNotes, close, ...pictureDependencies }: Shared,
  { taggers, categorizers, feedback }: OwnerPorts,
): Operations {
  const categoryParts = { builtIn, custom: categorizers, names }
  const tagOperation = { vocabulary: pictureDependencies.evidenceReader.vocabulary, names, taggers, feedback }
  /** Checks the parameters, works out the result and, where it is verbose, adds the notes. */
  const answer = <S extends VerboseSchema, T extends object>(
    operation: OperationName,
    picture: AnalysedPicture,
    schema: S,
    given: GivenParameters,
    work: (params: z.output<S>) => Promise<T>,
  ) =>
    withAppErrors(async () => {
      const params = readParameters(schema, given)
      const result = await work(params)
      return params.verbose === 1 ? { ...result, notes: takeNotes(operation, picture) } : result
    })
  return {
    open: (picture, gate = pictureDependencies.gate) =>
      withAppErrors(() => analysePicture(picture, { ...pictureDependencies, gate })),
    tags: (picture, given = {}) =>
      answer('tags', picture, TagParameters, given, (params) => tagPicture(picture, params, tagOperation)),
    categories: (picture, id, given = {}) =>
      answer('categories', picture, CategoryParameters, given, (params) =>
        categorisePicture(picture, id, params, categoryParts),
      ),
    croppings: (picture, given = {}) =>
      answer('croppings', picture, CroppingParameters, given, (params) => cropPicture(picture, params)),
    colors: (picture, given = {}) =>
      answer('colors', picture, ColorParameters, given, (params) => colorPicture(picture, params, palette)),
    faces: (picture, given = {}) =>
      answer('faces', picture, FaceParameters, given, (params) => detectFaces(picture, params)),
    contentVector: (picture) => withAppErrors(() => picture.embedding()),
    colorVector: (picture, features) => withAppErrors(() => picture.colorVector(features)),
    categorizers: () => withAppErrors(() => listCategorizers(categoryParts)),
    checkCategorizer: (categorizerId) => withAppErrors(() => checkCategorizer(categorizerId, categoryParts)),
    close,
  }
}
