import { ServiceError } from '../errors/service-error.ts'

/** An id that was never issued to the account. */
export const uploadNotFound = () =>
  new ServiceError(404, 'There is no upload with this id. Upload the picture first and use the id from the answer.')

/** A picture that was deleted or expired. */
export const uploadGone = () =>
  new ServiceError(410, 'The upload with this id was deleted or is older than 24 hours. Upload the picture again.')

/** The account keeps as many bytes as its plan allows. */
export const noSpaceLeft = (uploadBytes: number, planTitle: string) =>
  new ServiceError(
    403,
    `Your uploads would take more than the ${uploadBytes / 1e6} MB that the plan "${planTitle}" keeps at once. Delete uploads that are no longer needed, or wait: each goes after 24 hours.`,
  )

/** The error for clients when no more can be written. */
export const diskAlmostFull = (cause: unknown) =>
  new ServiceError(
    503,
    'The disk of the server is almost full, so no pictures are taken at present. Try again later.',
    { 'Retry-After': '60' },
    { cause },
  )

export const emptyPicture = () => new ServiceError(400, 'The picture is empty: its file has no bytes.')

/** What a client can do about a picture in another format. */
const SEND = 'Send a JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC, JPEG XL, PSD or RAW picture.'

export const unsupportedFormat = (format: string) =>
  new ServiceError(400, `The file is of type ${format.toUpperCase()}, which is not supported. ${SEND}`)

export const notAPicture = () => new ServiceError(400, `The file is not a picture in a known format. ${SEND}`)

/** A picture with more than `limit` bytes. */
export function pictureTooLarge(limit: number): ServiceError {
  const megabytes = Math.round(limit / 1e5) / 10
  return new ServiceError(
    413,
    `The picture is larger than ${megabytes >= 0.1 ? `${megabytes} MB` : `${limit} bytes`}, the most that is taken here. Send it smaller: 300 pixels on its shorter side are enough.`,
  )
}
