import { ServiceError } from '../errors/service-error.ts'
import { ObjectStoreError } from '../ports/object-store.ts'

/** Whether an error means that a store or database is temporarily away. */
export const isPassing = (error: unknown): boolean =>
  (error instanceof ObjectStoreError && error.code === 'away') ||
  (error instanceof ServiceError && error.status === 503)
