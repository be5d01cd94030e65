import type { XmpEdit } from '../../../base/formats/xmp/property-xml.ts'
import {
  hasProperty,
  textOfPart,
  textOfProperty,
  type XmpDocument,
  listOfProperty,
} from '../../../base/formats/xmp/xmp-document.ts'
import type { XmpName } from '../../../base/formats/xmp/xmp-names.ts'
import { LOCATION_CREATED, type PlainField, plainFields, textFor, textProperties } from '../text-properties.ts'
import { keywordEdits } from './keyword-edits.ts'
import type { RegionMerge } from './merge-regions.ts'
import { type IsThere, ratingEdits } from './rating-edits.ts'
import { textEdit } from './text-edit.ts'
import { positionEdits } from './position-edits.ts'
import { creatorsOf, isSameValue, movedWith, type TargetContent, type Value, type Values, plainValue } from './work.ts'
import { parseCrop } from '../../../contract/library/photo-crop.ts'
import { cropProperties, HAS_CROP } from '../xmp-crop.ts'
import { darktableColors, digiKamColors, mechanicClasses } from '../xmp-choices.ts'

const alternatives = (name: XmpName, value: Value): XmpEdit => ({
  name,
  value: value === null ? null : { kind: 'alt', text: String(value) },
})

/**
 * The changes of a packet that set these values and keywords. Existing repetitions of a field under another name are
 * changed, so that no program reads the former value. One is added only if a program reads that name alone: digiKam its
 * own flags and most colours.
 */
export function xmpEdits(
  document: XmpDocument | null,
  target: TargetContent,
  { values, keywords, regions }: { values: Values; keywords: readonly string[] | null; regions?: RegionMerge },
): XmpEdit[] {
  const isThere = (name: XmpName) => document !== null && hasProperty(document, name)
  return [
    ...ratingEdits(target, values, isThere),
    ...(values.label === undefined ? [] : labelEdits(document, target.values.label, values.label)),
    ...(values.title === undefined ? [] : [alternatives('dc:title', values.title)]),
    ...(values.caption === undefined ? [] : captionEdits(document, target, values.caption)),
    ...(values.creator === undefined ? [] : creatorEdits(values.creator, isThere)),
    ...(values.copyright === undefined ? [] : copyrightEdits(values.copyright, isThere)),
    ...plainFields.flatMap((field) => (values[field] === undefined ? [] : [fieldEdit(field, values[field])])),
    ...(values.position === undefined ? [] : positionEdits(values.position, isThere)),
    ...(document === null ? [] : locationEdits(document, values)),
    ...(values.takenAt === undefined ? [] : timeEdits(document, target, values.takenAt)),
    ...(values.orientation === undefined ? [] : [textEdit('tiff:Orientation', values.orientation)]),
    ...(values.crop === undefined ? [] : cropEdits(values.crop, isThere)),
    ...(keywords === null ? [] : keywordEdits(document, target.keywords ?? [], keywords)),
    ...(regions === undefined ? [] : regionEdits(regions)),
  ]
}

/** How Lightroom bounds a crop: by the picture itself, and not by what a correction of its lens leaves of it. */
const bounds = { 'crs:CropConstrainToWarp': '0', 'crs:CropConstrainToUnitSquare': '1' } as const

/** Changes of a crop: an empty crop is written as such; null removes the crop. */
function cropEdits(value: Value, isThere: IsThere): XmpEdit[] {
  const crop = parseCrop(value)
  const parts = Object.entries(cropProperties) as [keyof typeof cropProperties, XmpName][]
  const corners = parts.map(([part, name]) => textEdit(name, crop === null ? null : writeNumber(crop[part])))
  const names = Object.keys(bounds) as (keyof typeof bounds)[]
  if (crop === null)
    return [
      textEdit(HAS_CROP, value === null ? null : 'False'),
      ...corners,
      ...(value === null ? names.map((name) => textEdit(name, null)) : []),
    ]
  const missing = names.filter((name) => !isThere(name))
  return [textEdit(HAS_CROP, 'True'), ...corners, ...missing.map((name) => textEdit(name, bounds[name]))]
}

/** As Lightroom writes numbers of a crop: `0.25`, `-2.5`. */
const writeNumber = (value: number): string => String(Number(value.toFixed(6)))

/** Faces by their places, and the names of the people shown. */
const regionEdits = ({ width, height, added, removed, people }: RegionMerge): XmpEdit[] => [
  ...(added.length + removed.length === 0
    ? []
    : [
        {
          name: 'mwg-rs:Regions' as const,
          value: { kind: 'regions' as const, regions: { width, height, added, removed } },
        },
      ]),
  ...(people === null
    ? []
    : [
        {
          name: 'Iptc4xmpExt:PersonInImage' as const,
          value: { kind: 'list' as const, form: 'Bag' as const, items: people },
        },
      ]),
]

function captionEdits(document: XmpDocument | null, target: TargetContent, caption: Value): XmpEdit[] {
  const repeated = document === null ? null : textOfProperty(document, 'tiff:ImageDescription')
  const isRepeated = repeated !== null && isSameValue('caption', repeated, target.values.caption)
  return [
    alternatives('dc:description', caption),
    ...(isRepeated ? [alternatives('tiff:ImageDescription', caption)] : []),
  ]
}

const creatorEdits = (creator: Value, isThere: IsThere): XmpEdit[] => [
  { name: 'dc:creator', value: { kind: 'list', form: 'Seq', items: creatorsOf(creator) } },
  ...(isThere('tiff:Artist') ? [textEdit('tiff:Artist', creator)] : []),
]

const copyrightEdits = (copyright: Value, isThere: IsThere): XmpEdit[] => [
  alternatives('dc:rights', copyright),
  ...(isThere('tiff:Copyright') ? [alternatives('tiff:Copyright', copyright)] : []),
]

/** Times of digitising, and the offsets beside them. */
const digitised = { 'exif:DateTimeDigitized': 'exifEX:OffsetTimeDigitized', 'xmp:CreateDate': null } as const

/** Lightroom, digiKam and darktable read the first; the second repeats it. */
function timeEdits(document: XmpDocument | null, target: TargetContent, takenAt: Value): XmpEdit[] {
  const isThere = (name: XmpName) => document !== null && hasProperty(document, name)
  const moved = Object.entries(digitised).flatMap(([name, offset]) => {
    const beside = document === null ? null : textOfProperty(document, name as XmpName)
    const next = movedWith(beside, target.original, takenAt)
    if (next === undefined) return []
    return [textEdit(name as XmpName, next), ...(offset !== null && isThere(offset) ? [textEdit(offset, null)] : [])]
  })
  return [
    textEdit('exif:DateTimeOriginal', takenAt),
    ...(isThere('photoshop:DateCreated') ? [textEdit('photoshop:DateCreated', takenAt)] : []),
    // The time contains its offset.
    ...(isThere('exifEX:OffsetTimeOriginal') ? [textEdit('exifEX:OffsetTimeOriginal', null)] : []),
    ...moved,
  ]
}

/** Parts of a location with names in ways that the library does not know. */
const locationNames: readonly XmpName[] = ['Iptc4xmpExt:LocationId', 'Iptc4xmpExt:LocationName']

/** The location that newer programs read is updated with the older properties, or cleared. */
function locationEdits(document: XmpDocument, values: Values): XmpEdit[] {
  if (!hasProperty(document, LOCATION_CREATED)) return []
  const part = (name: XmpName, value: Value): XmpEdit => ({ ...textEdit(LOCATION_CREATED, value), part: name })
  const places = plainFields.flatMap((field) => {
    const { location } = textProperties[field]
    return location === undefined || values[field] === undefined ? [] : [part(location, values[field])]
  })
  const names = places.length === 0 ? [] : locationNames
  const regions =
    values.country === undefined && values.countryCode === undefined ? [] : (['Iptc4xmpExt:WorldRegion'] as const)
  const isPresent = (name: XmpName) => textOfPart(document, LOCATION_CREATED, name) !== null
  const position = values.position === undefined ? [] : positionEdits(values.position, isPresent)
  return [
    ...places,
    ...[...names, ...regions].map((name) => part(name, null)),
    ...position
      .filter(({ name }) => isPresent(name))
      .map(({ name, value }) => ({ name: LOCATION_CREATED, part: name, value })),
  ]
}

function fieldEdit(field: PlainField, value: Value): XmpEdit {
  const { xmp, part, form } = textProperties[field]
  const written = textFor(field, value === null ? null : String(value))
  if (part !== undefined) return { ...textEdit(xmp, written), part }
  return form === 'alternatives' ? alternatives(xmp, written) : textEdit(xmp, written)
}

/** The colours that digiKam reads by name from `xmp:Label`; it reads others only as a number. */
const KNOWN_BY_NAME = ['red', 'yellow', 'green', 'blue', 'purple']

/**
 * Changes of the colour label. Existing numbers of other programs follow, and digiKam gets its number if it would not
 * know the colour otherwise. `photoshop:Urgency` is a colour only if it was that of the former label: Nikon's programs,
 * digiKam and Capture One use it so, while agencies mean the urgency of a picture.
 */
function labelEdits(document: XmpDocument | null, former: Value, label: Value): XmpEdit[] {
  const edits = [textEdit('xmp:Label', label)]
  const number = digiKamNumber(label)
  const urgency = document === null ? null : textOfProperty(document, 'photoshop:Urgency')
  if (holds(document, 'digiKam:ColorLabel')) edits.push(textEdit('digiKam:ColorLabel', Math.max(0, number)))
  else if (number > 0 && (urgency !== null || !KNOWN_BY_NAME.includes(lowered(label))))
    edits.push(textEdit('digiKam:ColorLabel', number))
  if (urgency !== null && urgency === String(digiKamNumber(former)))
    edits.push(textEdit('photoshop:Urgency', number > 0 ? number : null))
  if (holds(document, 'photomechanic:ColorClass'))
    edits.push(textEdit('photomechanic:ColorClass', Math.max(0, indexOf(mechanicClasses, label))))
  return holds(document, 'darktable:colorlabels') ? [...edits, darktableEdit(document!, former, label)] : edits
}

const holds = (document: XmpDocument | null, name: XmpEdit['name']) => document !== null && hasProperty(document, name)

const lowered = (label: Value) => String(label ?? '').toLowerCase()
const indexOf = (names: readonly string[], label: Value): number =>
  names.findIndex((name) => name.toLowerCase() === lowered(label))

/** 0 for no label, -1 for one that is not a colour of digiKam. */
const digiKamNumber = (label: Value): number => indexOf(digiKamColors, lowered(label) === 'purple' ? 'magenta' : label)

/** A photo may have several colours in darktable: the others stay, unless the label is cleared. */
function darktableEdit(document: XmpDocument, former: Value, label: Value): XmpEdit {
  const name = 'darktable:colorlabels'
  if (plainValue('label', label) === null) return { name, value: null }
  const [before, after] = [indexOf(darktableColors, former), indexOf(darktableColors, label)].map(String)
  const others = listOfProperty(document, name).filter((entry) => entry !== before && entry !== after)
  return { name, value: { kind: 'list', form: 'Seq', items: after === '-1' ? others : [after!, ...others] } }
}
