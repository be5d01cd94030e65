import type { Text } from '../../src-main/contract/sentences/text.ts'
import { foreign, say } from '../../src-main/contract/sentences/say.ts'
import { implement, ORPCError } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import type { TransferProgress } from '../../src-main/contract/library/transfer.ts'
import { noCounts, type ImportReport } from '../../src-main/contract/library/travel.ts'

/** The result of an import, and the behaviour of its jobs: `isHeld` ones run until cancelled. */
export type FakeTransfer = { report: ImportReport; problem: Text | null; isHeld: boolean }

/** What an export leaves out. */
const exportLosses = [{ what: say('losses.removedTag', { count: 2 }), count: 2, names: ['a.jpg: dog', 'b.jpg: cat'] }]

export const fakeTransfer = (): FakeTransfer => ({
  report: {
    source: 'lightroom',
    title: say('sources.lightroom', { name: 'old.lrcat' }),
    photos: 5240,
    matched: 5100,
    matchedByLikeness: 12,
    unmatched: [{ path: 'D:/Pictures/gone.jpg', reason: foreign('No photo of the library lies there.') }],
    unmatchedIn: 'D:/Pictures',
    changedPhotos: 4800,
    changes: { ...noCounts(), rating: 3200, tags: 4100, label: 1 },
    differing: { ...noCounts(), rating: 7 },
    notCarriedOver: [
      { what: say('losses.copy', { count: 3 }), count: 3, names: ['a.jpg, Copy 1: rating 5', 'b.jpg', 'c.jpg'] },
    ],
    changeId: null,
  },
  problem: null,
  isHeld: false,
})

/** The calls `transfer.*`: nothing is read or written, and calls are recorded. */
export function createFakeTransfer(
  fake: FakeTransfer,
  note: (name: string, input: unknown) => void,
  emit: (event: LibraryEvent) => void,
) {
  const calls = implement(libraryContract).transfer
  const jobs = new Map<string, TransferProgress>()
  const begin = (step: TransferProgress['step'], result: Partial<TransferProgress>) => {
    const jobId = `transfer-${jobs.size + 1}`
    const held = { jobId, step, done: 500, total: null, problem: null, imported: null, exported: null }
    const end = fake.problem === null ? { ...result, state: 'done' as const } : { state: 'failed' as const }
    jobs.set(jobId, { ...held, ...(fake.isHeld ? { state: 'running' } : { ...end, problem: fake.problem }) })
    return { jobId }
  }
  return {
    startImport: calls.startImport.handler(({ input }) => {
      note('transfer.startImport', input)
      return begin('reading', { imported: { ...fake.report, changeId: input.isDryRun ? null : 41 } })
    }),
    startExport: calls.startExport.handler(({ input }) => {
      note('transfer.startExport', input)
      const path = `/home/ann/lumafold-library.${input.format}`
      return begin('writing', { exported: { path, photos: 5240, notCarriedOver: exportLosses }, total: 5240 })
    }),
    status: calls.status.handler(({ input }) => {
      const job = jobs.get(input.jobId)
      if (job === undefined) throw new ORPCError('job-not-found', { message: 'This job is not known.' })
      return job
    }),
    cancel: calls.cancel.handler(({ input }) => {
      note('transfer.cancel', input)
      const job = jobs.get(input.jobId)
      if (job === undefined) return
      jobs.set(job.jobId, { ...job, state: 'cancelled' })
      emit({ type: 'transfer.changed', progress: { ...job, state: 'cancelled' } })
    }),
  }
}
