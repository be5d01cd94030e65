import { numberOf, ratingOf, ratingOfPercent, textOf, textsOf, type SomeFields } from './fields.ts'
import { TOOLKIT } from '../../base/formats/xmp/xmp-names.ts'
import type { XmpProperties } from './xmp.ts'

/** Names of the numbered colour labels of programs without `xmp:Label`; the first means none. */
export const digiKamColors = ['', 'Red', 'Orange', 'Yellow', 'Green', 'Blue', 'Magenta', 'Gray', 'Black', 'White']
export const darktableColors = ['Red', 'Yellow', 'Green', 'Blue', 'Purple']
export const mechanicClasses = [
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

/** Colour names of Lightroom and Capture One in the languages of those programs. */
const colorWords: Readonly<Record<string, string>> = {
  Red: 'red rot rouge rojo レッド 赤 赤色 أحمر احمر',
  Orange: 'orange naranja anaranjado オレンジ 橙 橙色 برتقالي',
  Yellow: 'yellow gelb jaune amarillo イエロー 黄 黄色 أصفر اصفر',
  Green: 'green grün gruen vert verde グリーン 緑 緑色 أخضر اخضر',
  Blue: 'blue blau bleu azul ブルー 青 青色 أزرق ازرق',
  Purple: 'purple lila violett violet violeta pourpre púrpura morado パープル 紫 紫色 بنفسجي أرجواني ارجواني',
  Pink: 'pink rosa rose rosado ピンク 桃色 وردي زهري',
  Gray: 'gray grey grau gris グレー 灰色 رمادي',
}
const colorOfWord: ReadonlyMap<string, string> = new Map(
  Object.entries(colorWords).flatMap(([color, words]) => words.split(' ').map((word) => [word, color] as const)),
)

/** How programs write no label. */
const NO_LABEL = /^(no[ _-]?(colou?r|label)|none)$/i

/**
 * A label in its stored form: colours by their English names, since programs write them in their own language. Bridge
 * may prefix its address: `$$$/Bridge/Label/Approved=Approved`. Null for none.
 */
function labelIn(text: string | null): string | null {
  const word = text?.replace(/^\$\$\$\/[^=]*=/, '').trim() ?? ''
  return word === '' || NO_LABEL.test(word) ? null : (colorOfWord.get(word.normalize('NFC').toLowerCase()) ?? word)
}

/** What a person chose: rating, colour label and pick, in the dialects of several programs. */
export function choicesOfXmp(xmp: XmpProperties): Pick<SomeFields, 'rating' | 'label' | 'pick'> {
  const rating = ratingOf(first(xmp, 'xmp:Rating')) ?? ratingOfPercent(first(xmp, 'MicrosoftPhoto:Rating'))
  return { rating, label: labelOf(xmp), pick: pickOf(xmp) ?? (rating === -1 ? -1 : null) }
}

const first = (xmp: XmpProperties, name: string) => textsOf(xmp.get(name))[0] ?? null

function labelOf(xmp: XmpProperties): string | null {
  const named = (names: readonly string[], value: unknown) => names[numberOf(textOf(value)) ?? -1] || null
  return (
    labelIn(first(xmp, 'xmp:Label')) ??
    named(digiKamColors, first(xmp, 'digiKam:ColorLabel')) ??
    named(darktableColors, first(xmp, 'darktable:colorlabels')) ??
    named(mechanicClasses, first(xmp, 'photomechanic:ColorClass'))
  )
}

/**
 * Lightroom writes `pick` and `good`. digiKam reads and writes its own label alone, so `pick` in a packet last written
 * by it may be outdated.
 */
function pickOf(xmp: XmpProperties): number | null {
  const flags = [flagOf(xmp), digiKamFlagOf(xmp)]
  const flag = (isByExiv2(xmp) ? flags.toReversed() : flags).find((each) => each !== null)
  if (flag !== undefined) return flag
  const good = booleanOf(first(xmp, 'xmpDM:good'))
  if (good !== null) return good ? 1 : -1
  return booleanOf(first(xmp, 'photomechanic:Tagged')) === true ? 1 : null
}

function flagOf(xmp: XmpProperties): number | null {
  const pick = numberOf(first(xmp, 'xmpDM:pick'))
  return pick !== null && pick >= -1 && pick <= 1 ? Math.round(pick) : null
}

/** digiKam counts from 0: none, rejected, pending, accepted. */
function digiKamFlagOf(xmp: XmpProperties): number | null {
  const label = numberOf(first(xmp, 'digiKam:PickLabel'))
  return label === null ? null : ([0, -1, 0, 1][label] ?? null)
}

/** Whether digiKam's library wrote the packet; programs that know `pick` use others. */
const isByExiv2 = (xmp: XmpProperties): boolean => /exiv2/i.test(first(xmp, TOOLKIT) ?? '')

function booleanOf(text: string | null): boolean | null {
  if (text === null || !/^(true|false|0|1)$/i.test(text)) return null
  return /^(true|1)$/i.test(text)
}
