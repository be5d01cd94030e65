import { parsePosition } from '../../contract/library/position.ts'
import { type ChangePart, furtherTexts, type PhotoWork } from '../catalog/catalog.ts'

type Photo = Pick<PhotoWork, 'id' | 'position' | 'texts'>

/**
 * What the kept photo gets beside what a person chooses from: the place and the further texts of the first other photo
 * that has them, where it has none. What was taken off the kept one stays off.
 */
export function placeAndTextParts(kept: Photo, others: readonly Photo[]): ChangePart[] {
  const ids = [kept.id]
  const place =
    kept.position.isGiven || kept.position.value !== '' ? '' : firstOf(others, (each) => each.position.value)
  const position = parsePosition(place)
  const texts = furtherTexts.flatMap((field) => {
    const text = kept.texts[field] === undefined ? firstOf(others, (each) => each.texts[field]?.value ?? '') : ''
    return text === '' ? [] : [[field, text]]
  })
  return [
    ...(position === null ? [] : [{ change: { kind: 'position', position } as const, ids }]),
    ...(texts.length === 0 ? [] : [{ change: { kind: 'fields', values: Object.fromEntries(texts) } as const, ids }]),
  ]
}

const firstOf = (photos: readonly Photo[], read: (photo: Photo) => string): string =>
  photos.map(read).find((value) => value !== '') ?? ''

/** A time is chosen without its zone: it comes with the one that was given beside it. */
export function withOffsets(
  parts: readonly ChangePart[],
  others: readonly Pick<PhotoWork, 'takenAt' | 'offset'>[],
): ChangePart[] {
  return parts.map((part) => {
    if (part.change.kind !== 'taken-at' || part.change.takenAt === null) return part
    const { takenAt } = part.change
    const offset = others.find((each) => each.takenAt === takenAt && each.offset !== null)?.offset ?? ''
    return { ...part, change: { ...part.change, takenAt: takenAt + offset } }
  })
}
