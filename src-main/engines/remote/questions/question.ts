import type { z } from 'zod'
import type { Language } from '../../../contract/analysis/language.ts'
import type { RemoteOperation } from '../../../contract/library/remote.ts'
import type { Call } from '../http/connection.ts'
import type { CategoryAnswer, ColorAnswer, CroppingAnswer, FaceAnswer, TagAnswer } from './answers.ts'

/** What is asked about a photo, one after the other; each is one analysis that is paid for. */
export type Subject = Exclude<RemoteOperation, 'similar'>
export const subjects: readonly Subject[] = ['tags', 'categories', 'croppings', 'colors', 'faces']

/** Where an answer to each question leads, whatever the version of the interface. */
export type Answers = {
  tags: TagAnswer
  categories: CategoryAnswer
  croppings: CroppingAnswer
  colors: ColorAnswer
  faces: FaceAnswer
}

export type AskOptions = {
  categorizer: string
  languages: readonly Language[]
  /** Also saves the photo in this index of the service. */
  save?: { index: string; id: string }
}

/** One version of the interface: how uploads and questions are written and their answers read. */
export type ApiVersion = {
  version: 'v1' | 'v2'
  offers: readonly Subject[]
  upload(picture: Uint8Array): { call: Call; schema: z.ZodType<string> }
  ask(subject: Subject, uploadId: string, options: AskOptions): { call: Call; schema: z.ZodType<unknown> }
  /** Costs nothing; tells that the service is there, understands this version and knows the key. */
  greeting: { call: Call; schema: z.ZodType<string[]> }
}

/** English is always asked: tags are known by it. */
export const languagesOf = ({ languages }: AskOptions): string[] => [...new Set(['en', ...languages])]
