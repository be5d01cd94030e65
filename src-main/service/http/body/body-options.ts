import type { Readable } from 'node:stream'
import type { GivenParameters } from '../../../contract/analysis/operations/read-parameters.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { BufferBudget } from './read-buffered.ts'

/** Takes one picture of a body; the filename is what the client called its file, or empty. */
export type Sink<T> = (body: Readable, filename: string) => Promise<T>

export type Received<T> = {
  /** Parameters of the body, or those of query and body combined. */
  given: GivenParameters
  /** What the sink returned for each picture, in the order of the body. */
  received: T[]
}

export type BodyOptions = {
  /** Maximum size of a picture in bytes. */
  pictureBytes: number
  /** Maximum number of pictures in one body. */
  pictures: number
  /** Names of the route's parameters. */
  known: ReadonlySet<string>
  budget: BufferBudget
  /** If true, the body may be missing or anything at all, and only its parameters count. */
  isLenient: boolean
}

/**
 * How many bytes of a body one byte of a picture takes: base64 takes 4 for 3, percent-encoding and line breaks a little
 * more.
 */
export const BASE64_GROWTH = 1.5
/** The same if the picture's bytes themselves are percent-encoded. */
export const PERCENT_GROWTH = 3

/** Refuses a body with too many pictures, instead of silently ignoring some. */
export function tooManyPictures({ pictures: max }: Pick<BodyOptions, 'pictures'>): ServiceError {
  return new ServiceError(
    400,
    max === 1
      ? 'image: one picture is taken in a request, and this one has more. Send each in a request of its own.'
      : `image: at most ${max} pictures are taken in one request, and this one has more.`,
  )
}
