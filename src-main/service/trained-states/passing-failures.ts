import { ServiceError } from '../errors/service-error.ts'
import { ObjectStoreError } from '../ports/object-store.ts'

/** Whether an error is that of a store or database that is away for a while. */
export const isPassing = (error: unknown): boolean =>
  (error instanceof ObjectStoreError && error.code === 'away') ||
  (error instanceof ServiceError && error.status === 503)
