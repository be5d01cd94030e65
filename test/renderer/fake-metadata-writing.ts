import { implement } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type {
  MetadataConflict,
  MetadataFailure,
  MetadataWritingState,
} from '../../src-main/contract/library/metadata-writing.ts'

export type FakeMetadataWriting = {
  state: Omit<MetadataWritingState, 'conflicts' | 'failed'>
  conflicts: MetadataConflict[]
  failures: MetadataFailure[]
}

export const fakeMetadataWriting = (): FakeMetadataWriting => ({
  state: { mode: 'off', pending: 0, problem: null, isOffered: false },
  conflicts: [],
  failures: [],
})

/** The calls `metadata.*`: nothing is written, and calls are recorded. */
export function createFakeMetadataWriting(writing: FakeMetadataWriting, note: (name: string, input?: unknown) => void) {
  const { metadata } = implement(libraryContract)
  const present = (): MetadataWritingState => ({
    ...writing.state,
    failed: writing.failures.length,
    conflicts: writing.conflicts.length,
  })
  return {
    status: metadata.status.handler(present),
    setMode: metadata.setMode.handler(({ input }) => {
      note('metadata.setMode', input)
      writing.state = { ...writing.state, mode: input.mode, isOffered: false }
      return present()
    }),
    write: metadata.write.handler(() => {
      note('metadata.write')
      writing.failures = []
      writing.state = { ...writing.state, pending: 0 }
      return present()
    }),
    failures: metadata.failures.handler(() => writing.failures),
    conflicts: metadata.conflicts.handler(() => writing.conflicts),
    resolve: metadata.resolve.handler(({ input }) => {
      note('metadata.resolve', input)
      writing.conflicts = writing.conflicts.filter(
        ({ photoId, field }) => photoId !== input.photoId || field !== input.field,
      )
    }),
  }
}
