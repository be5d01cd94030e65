import type { Readable } from 'node:stream'
import type { GivenParameters } from '../../../contract/analysis/operations/read-parameters.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { BufferBudget } from './read-buffered.ts'

/** Takes one picture of a body; the name is what the client called its file, or empty. */
export type Sink<T> = (body: Readable, filename: string) => Promise<T>

export type Received<T> = {
  /** Parameters of the body, or those of query and body together. */
  given: GivenParameters
  /** What the sink made of each picture, in the order of the body. */
  received: T[]
}

export type BodyOptions = {
  /** Largest picture, in bytes. */
  pictureBytes: number
  /** Most pictures taken from one body. */
  pictures: number
  /** Names of parameters that the route knows. */
  known: ReadonlySet<string>
  budget: BufferBudget
  /** Where the body may be missing or anything at all, and only its parameters count. */
  isLenient: boolean
}

/** How many bytes of a body one byte of a picture takes: base64 4 for 3, percent-encoding and line ends a little. */
export const BASE64_GROWTH = 1.5
/** The same where the picture's bytes themselves are percent-encoded. */
export const PERCENT_GROWTH = 3

/** Refuses a body with more pictures than are taken: none of them is left out without a word. */
export function tooManyPictures({ pictures: most }: Pick<BodyOptions, 'pictures'>): ServiceError {
  return new ServiceError(
    400,
    most === 1
      ? 'image: one picture is taken in a request, and this one has more. Send each in a request of its own.'
      : `image: at most ${most} pictures are taken in one request, and this one has more.`,
  )
}
