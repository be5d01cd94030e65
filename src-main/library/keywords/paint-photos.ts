import { say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { Brush, PaintStroke } from '../../contract/library/keywords.ts'
import type { ChangePart } from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'

/** A stroke of the painter: everything that it gives to photos, or removes from them, as one change. */
export function paintPhotos(
  { changes }: { changes: Pick<PersonChanges, 'applyBatch'> },
  { ids, brush, isErasing }: PaintStroke,
): Promise<ChangeResult> {
  const parts = isErasing ? erasing(brush, ids) : giving(brush, ids)
  const batch = { kind: 'paint', brush: describe(brush), keywords: brush.keywords, isErasing } as const
  return changes.applyBatch({ ...batch, photos: new Set(ids).size }, parts)
}

function giving({ keywords, rating, label, pick }: Brush, ids: readonly number[]): ChangePart[] {
  return [
    ...keywords.map((name): ChangePart => ({ change: { kind: 'add-tag', name }, ids })),
    ...(rating === undefined ? [] : [{ change: { kind: 'rate' as const, rating }, ids }]),
    ...(label === undefined ? [] : [{ change: { kind: 'label' as const, label }, ids }]),
    ...(pick === undefined ? [] : [{ change: { kind: 'pick' as const, pick }, ids }]),
  ]
}

/** Clears rating, label and flag. */
function erasing({ keywords, ...marks }: Brush, ids: readonly number[]): ChangePart[] {
  const none = { rating: 0, label: '', pick: 0 } as const
  return [
    ...keywords.map((name): ChangePart => ({ change: { kind: 'remove-tag', name }, ids })),
    ...giving(
      {
        keywords: [],
        ...(marks.rating === undefined ? {} : { rating: none.rating }),
        ...(marks.label === undefined ? {} : { label: none.label }),
        ...(marks.pick === undefined ? {} : { pick: none.pick }),
      },
      ids,
    ),
  ]
}

const flags = {
  [-1]: say('keywords.brushRejected'),
  [0]: say('keywords.brushNoFlag'),
  [1]: say('keywords.brushPicked'),
} as const

function describe({ keywords, rating, label, pick }: Brush): Text[] {
  return [
    ...keywords.map((name) => say('keywords.brushKeyword', { name })),
    ...(rating === undefined ? [] : [say('keywords.brushStars', { stars: rating })]),
    ...(label === undefined
      ? []
      : [label === '' ? say('keywords.brushNoLabel') : say('keywords.brushLabel', { label })]),
    ...(pick === undefined ? [] : [flags[pick]]),
  ]
}
