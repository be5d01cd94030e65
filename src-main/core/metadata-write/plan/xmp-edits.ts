import type { XmpEdit } from '../../../formats/xmp/property-xml.ts'
import { hasProperty, textOfProperty, type XmpDocument } from '../../../formats/xmp/xmp-document.ts'
import type { XmpName } from '../../../formats/xmp/xmp-names.ts'
import { keywordEdits } from './keyword-edits.ts'
import { labelEdits } from './label-edits.ts'
import { type IsThere, ratingEdits } from './rating-edits.ts'
import { text } from './text-edit.ts'
import { creatorsOf, isSameValue, plainValue, type Said, type Value, type Values } from './work.ts'

const alternatives = (name: XmpName, value: Value): XmpEdit => ({
  name,
  value: value === null ? null : { kind: 'alt', text: String(value) },
})

/**
 * The changes of a packet that make it say these values and keywords. What repeats a field under another name is
 * changed where it is there, so that no program reads the former value. It is added only where a program reads that
 * name alone: digiKam its own flags and most colours.
 */
export function editsOf(
  document: XmpDocument | null,
  said: Said,
  { values, keywords }: { values: Values; keywords: readonly string[] | null },
): XmpEdit[] {
  const isThere = (name: XmpName) => document !== null && hasProperty(document, name)
  return [
    ...ratingEdits(said, values, isThere),
    ...(values.label === undefined ? [] : labelEdits(document, said.values.label, values.label)),
    ...(values.title === undefined ? [] : titleEdits(values.title, isThere)),
    ...(values.caption === undefined ? [] : captionEdits(document, said, values.caption)),
    ...(values.creator === undefined ? [] : creatorEdits(values.creator, isThere)),
    ...(values.copyright === undefined ? [] : copyrightEdits(values.copyright, isThere)),
    ...(values.takenAt === undefined ? [] : timeEdits(values.takenAt, isThere)),
    ...(values.orientation === undefined ? [] : [text('tiff:Orientation', values.orientation)]),
    ...(keywords === null ? [] : keywordEdits(document, said.keywords ?? [], keywords)),
  ]
}

/** A cleared title that other programs' headline stands in for takes it along. */
function titleEdits(title: Value, isThere: IsThere): XmpEdit[] {
  const isGone = plainValue('title', title) === null && !isThere('dc:title') && isThere('photoshop:Headline')
  return [alternatives('dc:title', title), ...(isGone ? [text('photoshop:Headline', null)] : [])]
}

function captionEdits(document: XmpDocument | null, said: Said, caption: Value): XmpEdit[] {
  const repeated = document === null ? null : textOfProperty(document, 'tiff:ImageDescription')
  const isRepeated = repeated !== null && isSameValue('caption', repeated, said.values.caption)
  return [
    alternatives('dc:description', caption),
    ...(isRepeated ? [alternatives('tiff:ImageDescription', caption)] : []),
  ]
}

const creatorEdits = (creator: Value, isThere: IsThere): XmpEdit[] => [
  { name: 'dc:creator', value: { kind: 'list', form: 'Seq', items: creatorsOf(creator) } },
  ...(isThere('tiff:Artist') ? [text('tiff:Artist', creator)] : []),
]

const copyrightEdits = (copyright: Value, isThere: IsThere): XmpEdit[] => [
  alternatives('dc:rights', copyright),
  ...(isThere('tiff:Copyright') ? [alternatives('tiff:Copyright', copyright)] : []),
]

/** Lightroom, digiKam and darktable read the first; the second repeats it. */
const timeEdits = (takenAt: Value, isThere: IsThere): XmpEdit[] => [
  text('exif:DateTimeOriginal', takenAt),
  ...(isThere('photoshop:DateCreated') ? [text('photoshop:DateCreated', takenAt)] : []),
]
