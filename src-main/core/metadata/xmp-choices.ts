import { numberOf, ratingOf, ratingOfPercent, textOf, textsOf, type SomeFields } from './fields.ts'
import type { XmpProperties } from './xmp.ts'

/** Names for the numbered colour labels of programs that write no `xmp:Label`; the first stands for none. */
const digiKamColors = ['', 'Red', 'Orange', 'Yellow', 'Green', 'Blue', 'Magenta', 'Gray', 'Black', 'White']
const darktableColors = ['Red', 'Yellow', 'Green', 'Blue', 'Purple']
const mechanicClasses = [
  '',
  'Winner',
  'Winner alt',
  'Superior',
  'Superior alt',
  'Typical',
  'Typical alt',
  'Extras',
  'Trash',
]

/** What a person chose: rating, colour label and pick, in the dialects of several programs. */
export function choicesOfXmp(xmp: XmpProperties): Pick<SomeFields, 'rating' | 'label' | 'pick'> {
  const rating = ratingOf(first(xmp, 'xmp:Rating')) ?? ratingOfPercent(first(xmp, 'MicrosoftPhoto:Rating'))
  return { rating, label: labelOf(xmp), pick: pickOf(xmp) ?? (rating === -1 ? -1 : null) }
}

const first = (xmp: XmpProperties, name: string) => textsOf(xmp.get(name))[0] ?? null

function labelOf(xmp: XmpProperties): string | null {
  const named = (names: readonly string[], value: unknown) => names[numberOf(textOf(value)) ?? -1] || null
  return (
    first(xmp, 'xmp:Label') ??
    named(digiKamColors, first(xmp, 'digiKam:ColorLabel')) ??
    named(darktableColors, first(xmp, 'darktable:colorlabels')) ??
    named(mechanicClasses, first(xmp, 'photomechanic:ColorClass'))
  )
}

/** Lightroom writes `pick` and `good`; digiKam counts from 0: none, rejected, pending, accepted. */
function pickOf(xmp: XmpProperties): number | null {
  const pick = numberOf(first(xmp, 'xmpDM:pick'))
  if (pick !== null && pick >= -1 && pick <= 1) return Math.round(pick)
  const label = numberOf(first(xmp, 'digiKam:PickLabel'))
  if (label !== null) return [0, -1, 0, 1][label] ?? null
  const good = booleanOf(first(xmp, 'xmpDM:good'))
  if (good !== null) return good ? 1 : -1
  return booleanOf(first(xmp, 'photomechanic:Tagged')) === true ? 1 : null
}

function booleanOf(text: string | null): boolean | null {
  if (text === null || !/^(true|false|0|1)$/i.test(text)) return null
  return /^(true|1)$/i.test(text)
}
