import type { AccountStore } from './account-store.ts'
import type { BatchStore } from './batch-store.ts'
import type { ClassifierStore } from './classifier-store.ts'
import type { FaceStore, PeopleStore } from './face-store.ts'
import type { FaceTicketStore } from './face-ticket-store.ts'
import type { UploadStore } from './upload-store.ts'
import type { Usage } from './usage.ts'

/**
 * A service's data in a database. Each call is atomic, and its checks still hold when it changes something. No call
 * waits for another one of the same caller.
 */
export type ServiceStore = {
  accounts: AccountStore
  usage: Usage
  uploads: UploadStore
  classifiers: ClassifierStore
  batches: BatchStore
  faces: FaceStore
  people: PeopleStore
  faceTickets: FaceTicketStore
  close(): Promise<void>
}
