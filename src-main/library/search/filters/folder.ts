import { searchFields } from '../../../contract/library/search/fields.ts'
import { numberColumn } from '../columns/column.ts'
import { folderAndBelow, foldersBelow } from '../../folders/rows/folders-below.ts'
import { type FolderPath, listFolderPaths } from '../../folders/rows/list-folder-paths.ts'
import { type Bits, forEachBit, keepOnly } from '../columns/bits.ts'
import { formsOf, textFinder } from '../../../contract/fold-text.ts'
import type { Comparison } from '../../../contract/library/search/nodes.ts'
import type { CountedValue, Filter, FilterSource } from './filter.ts'
import { nameMatcher } from './match-words.ts'
import { withKept } from './numbers.ts'

/** The folder of a photo's main file. */
export const folderColumn = numberColumn('f.folder_id', Uint32Array)

/** One folder and those below it; throws `bad-params` for an unknown folder. */
export const folder = {
  fields: ['folderId'],
  columns: [folderColumn],
  terms: [
    {
      field: searchFields.folder,
      find: ({ comparison, values }, { index, context }) => {
        const tests = values.map((value) => folderMatcher(comparison, value))
        const named = listFolderPaths(context.db).filter((each) => tests.some((matches) => matches(each)))
        const folders = foldersBelow(
          context.db,
          named.map(({ id }) => id),
        )
        return withKept(index, index.values(folderColumn), (id) => folders.has(id))
      },
      values: (photos, source) => countFolders(photos, source),
    },
  ],
  keep: (photos, { folderId }, { index, context }) => {
    if (folderId === undefined) return
    const folders = folderAndBelow(context.db, folderId)
    const folderOf = index.values(folderColumn)
    keepOnly(photos, (slot) => folders.has(folderOf[slot] ?? 0))
  },
} satisfies Filter

/**
 * `:` matches beginnings of words in the folder's name, or with `/` the names of nested folders; `=` matches the name,
 * or the path within the watched folder or on the disk.
 */
function folderMatcher(comparison: Comparison, value: string): (folder: FolderPath) => boolean {
  const wanted = value.trim().replaceAll('\\', '/').replace(/\/+$/, '')
  if (wanted === '') return () => false
  if (comparison === '=') {
    const ends = formsOf(slashed(wanted))
    const isEnd = (place: string) => formsOf(`/${place}`).some((form) => ends.some((end) => form.endsWith(end)))
    return ({ root, path }) => isEnd(path) || isEnd(`${root}/${path}`)
  }
  if (!wanted.includes('/')) {
    const matches = nameMatcher(comparison, value)
    return ({ name }) => matches(name)
  }
  const isFound = textFinder(slashed(wanted))
  return ({ path }) => isFound(`/${path}`)
}

const slashed = (text: string) => (text.startsWith('/') ? text : `/${text}`)

/** The folders of a set of photos, including those above them. */
function countFolders(photos: Bits, { index, context }: FilterSource): CountedValue[] {
  const folderOf = index.values(folderColumn)
  const counts = new Map<number, number>()
  forEachBit(photos, (slot) => {
    const id = folderOf[slot] ?? 0
    counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  const paths = new Map(listFolderPaths(context.db).map((each) => [each.id, each]))
  const totals = new Map<number, number>()
  for (const [id, count] of counts)
    for (let at = paths.get(id); at !== undefined; at = paths.get(at.parent ?? 0))
      totals.set(at.id, (totals.get(at.id) ?? 0) + count)
  return [...totals].map(([id, count]) => {
    const { path = '', name = '' } = paths.get(id) ?? {}
    return { value: path, label: name, count }
  })
}
