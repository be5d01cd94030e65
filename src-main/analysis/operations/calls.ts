import type { Text } from '../../contract/sentences/text.ts'
import type { BarcodeResult } from '../../contract/analysis/operations/barcodes.ts'
import type { FeaturesType } from '../../contract/analysis/index.ts'
import type { CategoryResult } from '../../contract/analysis/operations/categories.ts'
import type { ColorResult } from '../../contract/analysis/operations/colors.ts'
import type { FaceResult } from '../../contract/analysis/operations/faces.ts'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { TextResult } from '../../contract/analysis/operations/text.ts'
import type { TagResult } from '../../contract/analysis/operations/tags.ts'
import type { AppError, ErrorCode } from '../../contract/errors.ts'
import type { CroppingAnswer } from './crop-picture.ts'
import type { FaceVector } from '../faces/face-vector.ts'
import type { PictureVector } from './ports.ts'

/** The result of each operation. */
export type CallResults = {
  tags: TagResult
  categories: CategoryResult
  croppings: CroppingAnswer
  colors: ColorResult
  faces: FaceResult
  barcodes: BarcodeResult
  text: TextResult
  faceVectors: readonly FaceVector[]
  contentVector: PictureVector | null
  colorVector: Float32Array
}

/** One operation on a picture as plain data. Parameters are as they were sent. */
export type OperationCall =
  | { operation: 'tags' | 'croppings' | 'colors' | 'faces' | 'barcodes' | 'text'; given: GivenParameters }
  | { operation: 'categories'; categorizerId: string; given: GivenParameters }
  | { operation: 'faceVectors' }
  /** By the model with this id; without one, by the best installed model. */
  | { operation: 'contentVector'; modelId?: string | undefined }
  | { operation: 'colorVector'; features: FeaturesType }

/** The result of one call; a refused one does not affect the others. */
export type CallAnswer<K extends keyof CallResults = keyof CallResults> =
  | { [P in K]: { ok: true; operation: P; value: CallResults[P] } }[K]
  | { ok: false; code: ErrorCode; message: Text }

/** Several operations on one picture, which is read and decoded once. */
export type OperationsRequest = {
  /** Path of the picture's file. */
  path: string
  /** The same id means the same bytes: findings about them may be reused. */
  pictureId: string
  /** The owner of the taggers, categorizers and feedback to use. */
  owner: string
  calls: readonly OperationCall[]
}

/** The same answer to every call. */
export function refuseCalls(calls: readonly OperationCall[], { code, text }: AppError): CallAnswer[] {
  return calls.map(() => ({ ok: false, code, message: text }))
}
