import type { z } from 'zod'
import type { CallAnswer, CallResults, OperationCall } from '../../analysis/operations/calls.ts'
import { readParameters, type GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { AppError } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { HeldPicture } from '../ports/ports.ts'
import { nameParameter } from './name-parameter.ts'
import { pickKnown, textOf } from './parameters.ts'
import type { Call } from './route.ts'
import type { RouteDependencies } from './route-dependencies.ts'

/** A picture of a request, and the parameter that gave it; it is released when the request is over. */
export type GivenPicture = { held: HeldPicture; parameter: string }

/** A request's picture and its parameters: as given, for the engine, and checked. */
type PictureRequest<P, Picture = GivenPicture> = { given: GivenParameters; params: P; picture: Picture }

type PictureDependencies = Pick<RouteDependencies, 'uploads' | 'fetcher'>

/**
 * Reads body, parameters and picture of a request that must have one. Parameters are checked before a picture is
 * fetched.
 */
export async function receivePicture<S extends z.ZodObject>(
  call: Call,
  dependencies: PictureDependencies,
  schema: S,
): Promise<PictureRequest<z.output<S>>> {
  const { picture, ...rest } = await receiveMaybePicture(call, dependencies, schema)
  if (picture) return { ...rest, picture }
  throw new ServiceError(
    400,
    'image_url is missing: give the picture as image_url or image_upload_id, or POST it as image or image_base64.',
  )
}

/**
 * Like `receivePicture`, but null if the request has no picture. If it has several, the body precedes an upload, and
 * that precedes an address.
 */
export async function receiveMaybePicture<S extends z.ZodObject>(
  call: Call,
  dependencies: PictureDependencies,
  schema: S,
): Promise<PictureRequest<z.output<S>, GivenPicture | null>> {
  const { signal, account } = call
  const { given: all, received } = await call.receive((body, filename) =>
    hold(call, dependencies.uploads.hold(body, { bytes: account.plan.pictureBytes, filename, signal })),
  )
  const given = pickKnown(all, schema)
  const params = readParameters(schema, given)
  const [sent] = received
  if (sent) return { given, params, picture: { held: sent, parameter: 'image' } }
  return { given, params, picture: await findPicture(call, dependencies, all) }
}

async function findPicture(
  call: Call,
  { uploads, fetcher }: PictureDependencies,
  given: GivenParameters,
): Promise<GivenPicture | null> {
  const uploadId = textOf(given, 'image_upload_id')
  if (uploadId !== null)
    return named('image_upload_id', hold(call, uploads.find(call.account, uploadId, call.admission.upload)))
  const url = textOf(given, 'image_url')
  if (url !== null)
    return named('image_url', hold(call, fetcher.fetch(url, { bytes: call.account.plan.pictureBytes }, call.signal)))
  return null
}

async function named(parameter: string, held: Promise<HeldPicture>): Promise<GivenPicture> {
  return { held: await nameParameter(parameter, held), parameter }
}

/** Holds a picture until the request is over. */
async function hold(call: Pick<Call, 'defer'>, picture: Promise<HeldPicture>): Promise<HeldPicture> {
  const held = await picture
  call.defer(() => held.release())
  return held
}

/** The results of calls, in order. */
export type Values<C extends readonly OperationCall[]> = { [K in keyof C]: CallResults[C[K]['operation']] }

/** Runs several operations on one picture, which is decoded once; throws the error of the first one that fails. */
export async function analyse<const C extends readonly OperationCall[]>(
  call: Call,
  { analysis }: Pick<RouteDependencies, 'analysis'>,
  { held, parameter }: GivenPicture,
  calls: C,
): Promise<Values<C>> {
  const answers: readonly CallAnswer[] = await analysis.run(call.account, held, calls, call.signal)
  return nameParameter(
    parameter,
    Promise.resolve(answers).then((all) => all.map(valueOf)),
  ) as Promise<Values<C>>
}

/** The result of an operation; throws the AppError of one that was refused. */
function valueOf(answer: CallAnswer): CallResults[keyof CallResults] {
  if (answer.ok) return answer.value
  throw new AppError(answer.code, answer.message)
}
