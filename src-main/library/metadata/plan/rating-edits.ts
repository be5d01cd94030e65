import type { XmpEdit } from '../../../base/formats/xmp/property-xml.ts'
import type { XmpName } from '../../../base/formats/xmp/xmp-names.ts'
import { textEdit } from './text-edit.ts'
import type { TargetContent, Value, Values } from './work.ts'

/** Whether a packet has a property. */
export type IsThere = (name: XmpName) => boolean

/** Windows counts in percent. */
const percentages: readonly (string | null)[] = [null, '1', '25', '50', '75', '99']

const flags: readonly XmpName[] = ['xmpDM:pick', 'xmpDM:good', 'digiKam:PickLabel']

/**
 * Changes of stars and of the flag, which share a property: a rejected photo without stars has the rating -1, which
 * programs without flags understand.
 */
export function ratingEdits(current: TargetContent, values: Values, isThere: IsThere): XmpEdit[] {
  if (values.rating === undefined && values.pick === undefined) return []
  const rating = values.rating === undefined ? current.values.rating : values.rating
  const pick = values.pick === undefined ? current.values.pick : values.pick
  const stars = pick === -1 && (rating ?? 0) === 0 ? -1 : rating
  const edits = [textEdit('xmp:Rating', stars)]
  if (isThere('acdsee:rating')) edits.push(textEdit('acdsee:rating', Number(rating ?? 0)))
  if (isThere('MicrosoftPhoto:Rating'))
    edits.push(textEdit('MicrosoftPhoto:Rating', percentages[Number(rating ?? 0)] ?? null))
  // With stars, the rating no longer shows that the photo is rejected.
  const isUnsaid = pick === -1 && stars !== -1 && !flags.some(isThere)
  return values.pick === undefined && !isUnsaid ? edits : [...edits, ...pickEdits(pick, isThere)]
}

const digiKamPicks: Readonly<Record<string, string>> = { '-1': '1', '0': '0', '1': '3' }

/** Lightroom reads `xmpDM:pick`, digiKam its own label alone. */
function pickEdits(pick: Value, isThere: IsThere): XmpEdit[] {
  const edits = [
    textEdit('xmpDM:pick', pick),
    textEdit('digiKam:PickLabel', pick === null ? null : (digiKamPicks[String(pick)] ?? null)),
  ]
  if (isThere('xmpDM:good')) edits.push(textEdit('xmpDM:good', pick === 1 ? 'True' : pick === -1 ? 'False' : null))
  if (isThere('photomechanic:Tagged')) edits.push(textEdit('photomechanic:Tagged', pick === 1 ? 'True' : 'False'))
  return edits
}
