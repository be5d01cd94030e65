import { numberColumn } from '../columns/column.ts'
import { folderAndBelow } from '../folders/folders-below.ts'
import { keepOnly } from '../columns/bits.ts'
import type { Filter } from './filter.ts'

/** The folder of a photo's main file. */
export const folderColumn = numberColumn('f.folder_id', Uint32Array)

/** One folder and those below it; throws `bad-params` for a folder that is not there. */
export const folder = {
  fields: ['folderId'],
  columns: [folderColumn],
  keep: (photos, { folderId }, { index, context }) => {
    if (folderId === undefined) return
    const folders = folderAndBelow(context.db, folderId)
    const folderOf = index.values(folderColumn)
    keepOnly(photos, (slot) => folders.has(folderOf[slot] ?? 0))
  },
} satisfies Filter
