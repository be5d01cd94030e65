import { ServiceError } from '../errors/service-error.ts'

const retryAfter = (seconds: number) => ({ 'Retry-After': `${seconds}` })

/** As much waits as may. */
export const refuseFull = (seconds: number): ServiceError =>
  new ServiceError(
    503,
    `The service is busy: more pictures wait than can be analysed soon. Try again in about ${seconds} s.`,
    retryAfter(seconds),
  )

/** It waited, or was worked on, longer than a client would wait. */
export const refuseLate = (seconds: number): ServiceError =>
  new ServiceError(
    503,
    `The service is busy and did not get to an answer in time. Try again in about ${seconds} s.`,
    retryAfter(seconds),
  )

/** No process could be started, or all were closed under the request. */
export const refuseBroken = (cause: unknown): ServiceError =>
  new ServiceError(
    503,
    'Pictures cannot be analysed at present; the log of the service says why. Try again later.',
    retryAfter(30),
    { cause },
  )
