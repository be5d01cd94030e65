import { writePosition } from '../../../../../contract/library/position.ts'
import { type FurtherText, furtherTexts } from '../../../../catalog/catalog.ts'
import type { SomeFields } from '../../../../metadata/fields.ts'
import type { ForeignWork } from '../../foreign/foreign-photo.ts'
import { checkTexts } from '../../foreign/check-texts.ts'

/** A photo's place and texts in a source, and the fields with an invalid text. */
export type PlaceAndTexts = Pick<ForeignWork, 'position' | 'texts'> & { refused: FurtherText[] }

/** The position and the further texts of a packet. */
export function placeAndTexts(fields: SomeFields): PlaceAndTexts {
  const { latitude, longitude, altitude = null } = fields
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number'
  return {
    ...(isPlaced && { position: writePosition({ latitude, longitude, altitude }) }),
    ...textsFrom(fields),
  }
}

type Named = Readonly<Partial<Record<FurtherText, string | null | undefined>>>

/** Texts in their stored form; empty ones are ignored. */
export function textsFrom(named: Named): Omit<PlaceAndTexts, 'position'> {
  const filled = furtherTexts.flatMap((field) => (named[field]?.trim() ? [[field, named[field]]] : []))
  const { texts, refused } = checkTexts(Object.fromEntries(filled))
  return { ...(Object.keys(texts).length > 0 && { texts }), refused }
}
