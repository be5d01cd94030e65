import type { XmpEdit } from '../../../formats/xmp/property-xml.ts'
import { hasProperty, textOfProperty, type XmpDocument } from '../../../formats/xmp/xmp-document.ts'
import type { XmpName } from '../../../formats/xmp/xmp-names.ts'
import { keywordEdits } from './keyword-edits.ts'
import { creatorsOf, isSameValue, type Said, type Value, type Values } from './work.ts'

const text = (name: XmpName, value: Value): XmpEdit => ({
  name,
  value: value === null ? null : { kind: 'text', text: String(value) },
})
const alternatives = (name: XmpName, value: Value): XmpEdit => ({
  name,
  value: value === null ? null : { kind: 'alt', text: String(value) },
})

/**
 * The changes of a packet that make it say these values and keywords. What repeats a field under another name is
 * changed where it is there, so that no program reads the former value; it is never added.
 */
export function editsOf(
  document: XmpDocument | null,
  said: Said,
  { values, keywords }: { values: Values; keywords: readonly string[] | null },
): XmpEdit[] {
  const isThere = (name: XmpName) => document !== null && hasProperty(document, name)
  return [
    ...ratingEdits(said, values, isThere),
    ...(values.label === undefined ? [] : labelEdits(values.label, isThere)),
    ...(values.title === undefined ? [] : [alternatives('dc:title', values.title)]),
    ...(values.caption === undefined ? [] : captionEdits(document, said, values.caption)),
    ...(values.creator === undefined ? [] : creatorEdits(values.creator, isThere)),
    ...(values.copyright === undefined ? [] : copyrightEdits(values.copyright, isThere)),
    ...(keywords === null ? [] : keywordEdits(document, said.keywords ?? [], keywords)),
  ]
}

/** Windows counts in hundredths. */
const percentages: readonly (string | null)[] = [null, '1', '25', '50', '75', '99']
const digiKamPicks: Readonly<Record<string, string>> = { '-1': '1', '0': '0', '1': '3' }

/** A rejected photo without stars has the rating -1, which programs without flags understand. */
function ratingEdits(said: Said, values: Values, isThere: (name: XmpName) => boolean): XmpEdit[] {
  if (values.rating === undefined && values.pick === undefined) return []
  const rating = values.rating === undefined ? said.values.rating : values.rating
  const pick = values.pick === undefined ? said.values.pick : values.pick
  const stars = pick === -1 && (rating ?? 0) === 0 ? -1 : rating
  const edits = [text('xmp:Rating', stars)]
  if (isThere('MicrosoftPhoto:Rating'))
    edits.push(text('MicrosoftPhoto:Rating', percentages[Number(rating ?? 0)] ?? null))
  if (values.pick === undefined) return edits
  edits.push(text('xmpDM:pick', pick))
  if (isThere('xmpDM:good')) edits.push(text('xmpDM:good', pick === 1 ? 'True' : pick === -1 ? 'False' : null))
  if (isThere('photomechanic:Tagged')) edits.push(text('photomechanic:Tagged', pick === 1 ? 'True' : 'False'))
  if (isThere('digiKam:PickLabel')) edits.push(text('digiKam:PickLabel', digiKamPicks[String(pick ?? 0)] ?? null))
  return edits
}

/** digiKam's numbers of colours. */
const colors = ['none', 'red', 'orange', 'yellow', 'green', 'blue', 'magenta', 'gray', 'black', 'white']
const colorNumber = (label: Value): string | null => {
  const name = String(label ?? 'none').toLowerCase()
  const number = colors.indexOf(name === 'purple' ? 'magenta' : name)
  return number < 0 ? null : String(number)
}

function labelEdits(label: Value, isThere: (name: XmpName) => boolean): XmpEdit[] {
  const number = colorNumber(label)
  const isRepeated = number !== null && isThere('digiKam:ColorLabel')
  return [text('xmp:Label', label), ...(isRepeated ? [text('digiKam:ColorLabel', number)] : [])]
}

function captionEdits(document: XmpDocument | null, said: Said, caption: Value): XmpEdit[] {
  const repeated = document === null ? null : textOfProperty(document, 'tiff:ImageDescription')
  const isRepeated = repeated !== null && isSameValue('caption', repeated, said.values.caption)
  return [
    alternatives('dc:description', caption),
    ...(isRepeated ? [alternatives('tiff:ImageDescription', caption)] : []),
  ]
}

const creatorEdits = (creator: Value, isThere: (name: XmpName) => boolean): XmpEdit[] => [
  { name: 'dc:creator', value: { kind: 'list', form: 'Seq', items: creatorsOf(creator) } },
  ...(isThere('tiff:Artist') ? [text('tiff:Artist', creator)] : []),
]

const copyrightEdits = (copyright: Value, isThere: (name: XmpName) => boolean): XmpEdit[] => [
  alternatives('dc:rights', copyright),
  ...(isThere('tiff:Copyright') ? [alternatives('tiff:Copyright', copyright)] : []),
]
