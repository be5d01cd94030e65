import { columnOf, type FurtherText } from '../../../../catalog/catalog.ts'
import type { LeftOut } from '../../foreign/left-out.ts'

/** Notes the fields of a photo with an invalid text. */
export function noteRefused(refused: readonly FurtherText[], photo: string, left: LeftOut): void {
  for (const field of refused) left.add('text', `${photo}: ${columnOf(field)}`)
}
