import { AppError } from '../../contract/errors.ts'
import { checkEntryId, toKey, type IndexName } from '../../indexes/named/index-name.ts'

/** Where to save a picture, or null; names are checked before the picture is analysed. Throws `bad-params`. */
export function readSaveTarget(
  owner: string,
  { save_index, save_id }: { save_index: string | null; save_id: string | null },
  kind: { categorizerId: string } | 'colors',
): { index: IndexName; entryId: string } | null {
  if (save_index === null || save_id === null) return null
  const index: IndexName =
    kind === 'colors'
      ? { owner, kind, indexId: save_index }
      : { owner, kind: 'categories', indexId: save_index, ...kind }
  return renamed(() => {
    toKey(index)
    return { index, entryId: checkEntryId(save_id) }
  })
}

/** The indexes use index_id and entry_id in errors; clients that save know them as save_index and save_id. */
function renamed<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, error.message.replace(/^index_id/, 'save_index').replace(/^entry_id/, 'save_id'), {
      cause: error,
    })
  }
}
