import type { z } from 'zod'
import type { Language } from '../../../contract/analysis/language.ts'
import type { RemoteOperation } from '../../../contract/library/remote.ts'
import type { RemoteRequest } from '../http/call.ts'
import type { CategoryAnswer, ColorAnswer, CroppingAnswer, FaceAnswer, TagAnswer } from './answers.ts'

/** Questions about a photo, asked one after the other; each is one paid analysis. */
export type PhotoOperation = Exclude<RemoteOperation, 'similar'>
export const photoOperations: readonly PhotoOperation[] = ['tags', 'categories', 'croppings', 'colors', 'faces']

/** The answer to each operation, in any version of the interface. */
export type Answers = {
  tags: TagAnswer
  categories: CategoryAnswer
  croppings: CroppingAnswer
  colors: ColorAnswer
  faces: FaceAnswer
}

export type RequestOptions = {
  categorizer: string
  languages: readonly Language[]
  /** Also saves the photo in this index of the service. */
  save?: { index: string; id: string }
}

/** One version of the interface: how uploads and requests are written and their answers read. */
export type ApiVersion = {
  version: 'v1' | 'v2'
  offers: readonly PhotoOperation[]
  upload(picture: Uint8Array): RemoteRequest<z.ZodType<string>>
  request(operation: PhotoOperation, uploadId: string, options: RequestOptions): RemoteRequest<z.ZodType<unknown>>
  /** Costs nothing; shows that the service is there, supports this version and knows the key. */
  handshake: RemoteRequest<z.ZodType<string[]>>
}

/** English is always included, because tags are identified by it. */
export const languagesOf = ({ languages }: RequestOptions): string[] => [...new Set(['en', ...languages])]
