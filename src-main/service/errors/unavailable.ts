import { ServiceError } from './service-error.ts'

/** The 503 of a stopping service. A restart takes about five seconds; the connection ends with the answer. */
export const serviceStopping = (cause?: unknown): ServiceError =>
  new ServiceError(
    503,
    'The service is stopping. Try again in a few seconds.',
    { 'Retry-After': '5', connection: 'close' },
    { cause },
  )

/** The 503 of an index whose model is no longer installed. */
export const modelMissing = (indexId: string, model: string): ServiceError =>
  new ServiceError(
    503,
    `The index "${indexId}" was made with the model ${model}, which is not installed on this machine any more. Have it installed again; or upload the pictures again and train the index, which moves it to the model that is installed.`,
    { 'Retry-After': '60' },
  )

/** The 503 for work that needs a content model; `what` begins the sentence. */
export const noContentModel = (what: string): ServiceError =>
  new ServiceError(503, `${what} needs a model that describes what pictures show, and none is installed.`, {
    'Retry-After': '60',
  })
