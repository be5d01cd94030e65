import { parsePosition } from '../../../contract/library/position.ts'
import type { PersonChange } from '../../catalog/catalog.ts'
import type { Conflict } from './rows/write-types.ts'
import { timeOf, type Value } from '../plan/work.ts'

/**
 * The changes of a person who prefers another program's value to their own: the same as entering it by hand, so that it
 * can be undone.
 */
export function takeTheirs({ photoId, field, ours, theirs }: Conflict): PersonChange[] {
  const ids = [photoId]
  if (field === 'rating') return [{ kind: 'rate', rating: Number(theirs ?? 0), ids }]
  if (field === 'keywords') return listOf(ours).map((name) => ({ kind: 'remove-tag', name, ids }))
  if (field === 'pick') return [{ kind: 'pick', pick: theirs === 1 || theirs === -1 ? theirs : 0, ids }]
  if (field === 'takenAt') return [{ kind: 'taken-at', takenAt: timeOf(scalarOf(theirs)), ids }]
  if (field === 'position') return [{ kind: 'position', position: parsePosition(theirs) ?? 'nowhere', ids }]
  if (field === 'orientation') return [{ kind: 'orientation', orientation: Number(theirs ?? 1), ids }]
  const text = typeof theirs === 'string' ? theirs : ''
  if (field === 'crop') return [{ kind: 'crop', crop: text, ids }]
  return [field === 'label' ? { kind: 'label', label: text, ids } : { kind: 'fields', values: { [field]: text }, ids }]
}

const scalarOf = (value: Conflict['theirs']): Value => (Array.isArray(value) ? null : value)

const listOf = (value: Conflict['ours']): string[] => (Array.isArray(value) ? value : [])
