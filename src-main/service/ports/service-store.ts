import type { AccountStore } from './account-store.ts'
import type { BatchStore } from './batch-store.ts'
import type { ClassifierStore } from './classifier-store.ts'
import type { FaceStore, PeopleStore } from './face-store.ts'
import type { FaceTicketStore } from './face-ticket-store.ts'
import type { UploadStore } from './upload-store.ts'
import type { Usage } from './usage.ts'

/**
 * What a service keeps in a database. Each call is whole by itself: all of it happens or nothing, and what it says
 * still holds in what it changes. No call waits for another one of its caller's.
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
