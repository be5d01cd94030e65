import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { GivenMetadata } from '../../contract/library/given-metadata.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { ChangePart } from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'

/** Gives photos metadata of several kinds, as one entry of the history. */
export async function pasteMetadata(
  { changes }: { changes: Pick<PersonChanges, 'applyBatch'> },
  ids: readonly number[],
  { texts, position, date, rating, label, tags = [] }: GivenMetadata,
): Promise<ChangeResult> {
  const parts: ChangePart[] = []
  const put = (change: ChangePart['change']) => parts.push({ change, ids })
  if (texts !== undefined && Object.keys(texts).length > 0) put({ kind: 'fields', values: texts })
  if (position !== undefined) put({ kind: 'position', position: position ?? 'nowhere' })
  if (date !== undefined) put({ kind: 'taken-at', takenAt: date.takenAt + (date.offset ?? '') })
  if (rating !== undefined) put({ kind: 'rate', rating })
  if (label !== undefined) put({ kind: 'label', label })
  for (const name of tags) put({ kind: 'add-tag', name })
  if (parts.length === 0) throw new AppError('bad-params', say('errors.nothingGiven'))
  return changes.applyBatch({ kind: 'edit-metadata', how: 'paste', photos: new Set(ids).size }, parts)
}
