import { say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import type { ExportSettings } from '../../contract/library/export-settings.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { cardOrPlate } from './card-or-plate.ts'

/** What of a photo decides whether it is written. */
type Judged = Pick<PhotoTile, 'id' | 'isSensitive'>
type Switches = Pick<ExportSettings, 'withSensitive' | 'holdsBackCards'>

/** Why a photo is held back from files that leave the library; null if it is written. */
export function heldBackReason(
  { exports }: Pick<Catalog, 'exports'>,
  { id, isSensitive }: Judged,
  { withSensitive, holdsBackCards }: Switches,
): Text | null {
  if (isSensitive && !withSensitive) return say('publishing.sensitive')
  const seen = holdsBackCards ? cardOrPlate(exports.textsOn([id]).get(id) ?? []) : null
  if (seen === null) return null
  return say(seen === 'card' ? 'publishing.card' : 'publishing.plate')
}

/** The photos among these on which a payment card or a number plate was read. */
export function photosWithCards({ exports }: Pick<Catalog, 'exports'>, ids: readonly number[]): Set<number> {
  const found = [...exports.textsOn(ids)].filter(([, lines]) => cardOrPlate(lines) !== null)
  return new Set(found.map(([id]) => id))
}
