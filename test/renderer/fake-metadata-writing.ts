import { implement } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/contract.ts'
import type { MetadataConflict, MetadataWritingState } from '../../src-main/contract/library/metadata-writing.ts'

const { metadata } = implement(libraryContract)

/** The writing of metadata in a library in memory: what it is told to do, and conflicts that are decided. */
export function createFakeMetadataWriting(note: (name: string, input?: unknown) => void) {
  let state: MetadataWritingState = {
    mode: 'off',
    pending: 0,
    failed: 0,
    conflicts: 0,
    problem: null,
    isOffered: false,
  }
  let conflicts: MetadataConflict[] = []
  return {
    status: metadata.status.handler(() => ({ ...state, conflicts: conflicts.length })),
    setMode: metadata.setMode.handler(({ input }) => {
      note('metadata.setMode', input)
      state = { ...state, mode: input.mode, isOffered: false }
      return state
    }),
    write: metadata.write.handler(() => state),
    failures: metadata.failures.handler(() => []),
    conflicts: metadata.conflicts.handler(() => conflicts),
    resolve: metadata.resolve.handler(({ input }) => {
      note('metadata.resolve', input)
      conflicts = conflicts.filter(({ photoId, field }) => photoId !== input.photoId || field !== input.field)
    }),
  }
}
