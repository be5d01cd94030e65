import { foreign } from '../../src-main/contract/sentences/say.ts'
import { implement } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'

const { files } = implement(libraryContract)

/** Files of a fake library: every photo can be moved anywhere. */
export function createFakeFiles(note: (name: string, input?: unknown) => void) {
  let planned = 0
  return {
    plan: files.plan.handler(({ input }) => {
      note('files.plan', input)
      planned = input.ids.length
      const preview = input.ids.map((photoId, at) => ({
        photoId,
        name: `${photoId}.jpg`,
        newName: input.pattern === undefined ? `${photoId}.jpg` : `new ${at + 1}.jpg`,
        folder: '/home/ann/pictures',
        others: [],
        problem: null,
      }))
      const counts = { photoCount: planned, fileCount: planned, unchangedCount: 0, problemCount: 0, bytesToCopy: 0 }
      return { planId: 'plan-1', ...counts, preview }
    }),
    move: files.move.handler(({ input }) => {
      note('files.move', input)
      const change = { changeId: 1, count: planned, kept: 0, sentence: foreign(`Moved ${planned} photos`) }
      return { photoCount: planned, fileCount: planned, failures: [], isCancelled: false, change }
    }),
    cancel: files.cancel.handler(({ input }) => note('files.cancel', input)),
    planTrash: files.planTrash.handler(({ input }) => {
      note('files.planTrash', input)
      const list = input.ids.map((photoId) => ({
        photoId,
        path: `/home/ann/${photoId}.jpg`,
        bytes: 1000,
        role: 'photo' as const,
      }))
      const counts = {
        photoCount: list.length,
        bytes: list.length * 1000,
        kept: [],
        refused: [],
        merges: [],
        advice: null,
      }
      return { planId: 'trash-1', files: list, ...counts }
    }),
    trash: files.trash.handler(({ input }) => {
      note('files.trash', input)
      const change = { changeId: 2, count: 1, kept: 0, sentence: foreign('Moved 1 photo to the trash') }
      return { photoCount: 1, fileCount: 1, failures: [], change, merged: null }
    }),
    newFolder: files.newFolder.handler(({ input }) => {
      note('files.newFolder', input)
      return {
        folderId: 99,
        change: { changeId: 1, count: 0, kept: 0, sentence: foreign(`Made the folder “${input.name}”`) },
      }
    }),
    renameFolder: files.renameFolder.handler(({ input }) => {
      note('files.renameFolder', input)
      return { changeId: 1, count: 0, kept: 0, sentence: foreign(`Renamed the folder to “${input.name}”`) }
    }),
  }
}
