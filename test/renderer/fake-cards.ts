import { implement } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { CardProgress } from '../../src-main/contract/library/card-import.ts'

const { cards } = implement(libraryContract)

const progress: CardProgress = {
  jobId: '1',
  state: 'done',
  label: '/media/ann/EOS/DCIM',
  target: '/home/ann/pictures',
  backup: '',
  total: 2,
  done: 2,
  bytesTotal: 2000,
  bytesDone: 2000,
  copied: 2,
  known: 0,
  backedUp: 0,
  failures: [],
  backupFailures: [],
  problem: null,
  photoIds: [],
}

/** A simulated card with two photos, one of which was imported before. */
export function createFakeCards(note: (name: string, input?: unknown) => void) {
  const item = { folder: '100CANON', others: [], bytes: 1000, takenAt: '2024-06-01T10:00:00', isVideo: false }
  let started: CardProgress[] = []
  return {
    scan: cards.scan.handler(({ input }) => {
      note('cards.scan', input)
      const items = [
        { ...item, index: 0, name: 'IMG_0001.JPG', isKnown: false },
        { ...item, index: 1, name: 'IMG_0002.JPG', isKnown: true },
      ]
      return { scanId: 'scan-1', label: progress.label, items, unreadable: [] }
    }),
    thumbs: cards.thumbs.handler(({ input }) => input.items.map(() => null)),
    preview: cards.preview.handler(({ input }) => {
      const names = [{ index: 0, name: 'IMG_0001.JPG', newPath: '/home/ann/pictures/2024/IMG_0001.JPG' }]
      return { count: input.items?.length ?? 0, bytes: 1000, names }
    }),
    start: cards.start.handler(({ input }) => {
      note('cards.start', input)
      started = [progress]
      return { jobId: '1' }
    }),
    resume: cards.resume.handler(({ input }) => ({ jobId: input.jobId })),
    cancel: cards.cancel.handler(({ input }) => note('cards.cancel', input)),
    list: cards.list.handler(() => started),
    finished: cards.finished.handler(() => progress),
  }
}
