import { writePosition } from '../../../contract/library/position.ts'
import { regionsIn } from '../../../base/formats/xmp/face-regions.ts'
import {
  listOfProperty,
  textOfPart,
  textOfProperty,
  textsOfProperty,
  type XmpDocument,
} from '../../../base/formats/xmp/xmp-document.ts'
import { TOOLKIT, type XmpName } from '../../../base/formats/xmp/xmp-names.ts'
import { LOCATION_CREATED, type PlainField, plainFields, textFrom, textProperties } from '../text-properties.ts'
import { parseOffset, parseWallClock } from '../wall-clock.ts'
import { orientationIn, placeOfXmp } from '../xmp-fields.ts'
import { cropNames, cropOfXmp, isDeveloped } from '../xmp-crop.ts'
import { choicesOfXmp } from '../xmp-choices.ts'
import { keywordsOfXmp } from '../keywords-of-xmp.ts'
import { captionOf } from '../captions.ts'
import { textOf } from '../fields.ts'
import { keywordNames } from './keyword-names.ts'
import { valuesOf, type TargetContent } from './work.ts'

/** Properties in which programs write what a person gives. */
const names: readonly XmpName[] = [
  'xmp:Rating',
  'MicrosoftPhoto:Rating',
  'xmp:Label',
  'digiKam:ColorLabel',
  'darktable:colorlabels',
  'photomechanic:ColorClass',
  'xmpDM:pick',
  'xmpDM:good',
  'digiKam:PickLabel',
  'photomechanic:Tagged',
  'dc:title',
  'dc:description',
  'dc:creator',
  'dc:rights',
  'exif:DateTimeOriginal',
  'photoshop:DateCreated',
  'exifEX:OffsetTimeOriginal',
  'exif:GPSLatitude',
  'exif:GPSLatitudeRef',
  'exif:GPSLongitude',
  'exif:GPSLongitudeRef',
  'exif:GPSAltitude',
  'exif:GPSAltitudeRef',
  'tiff:Orientation',
  ...cropNames,
  'dc:subject',
  'lr:hierarchicalSubject',
  'digiKam:TagsList',
  'mediapro:CatalogSets',
  'expressionmedia:CatalogSets',
  'MicrosoftPhoto:LastKeywordXMP',
]

/** The second is the agencies' name for the first. */
const times: readonly XmpName[] = ['exif:DateTimeOriginal', 'photoshop:DateCreated']

/**
 * A packet's values for the fields that a person gives, read as the library reads them; empty ones without a packet.
 */
export function targetOfXmp(document: XmpDocument | null): TargetContent {
  const entries = names.flatMap((name) => {
    const texts = document === null ? null : textsOfProperty(document, name)
    return texts === null ? [] : [[name, texts] as const]
  })
  const toolkit = document?.root.attributes.find(({ name }) => name === TOOLKIT)
  const properties = new Map<string, string[]>([...entries, [TOOLKIT, toolkit === undefined ? [] : [toolkit.value]]])
  const first = (name: XmpName) => properties.get(name)?.[0] ?? null
  const takenAt = timeIn(first)
  const { rating = null, label = null, pick = null } = choicesOfXmp(properties)
  const { keywords, keywordPaths = [] } = keywordsOfXmp(properties)
  return {
    values: valuesOf({
      rating,
      label,
      pick,
      ...plainTexts(document),
      title: first('dc:title'),
      caption: captionOf(first('dc:description')),
      creator: (properties.get('dc:creator') ?? []).join('; ') || null,
      copyright: first('dc:rights'),
      takenAt,
      position: positionIn(first),
      orientation: orientationIn(first('tiff:Orientation')),
      crop: cropOfXmp(first),
    }),
    isDeveloped: isDeveloped(first),
    original: takenAt,
    regions: {
      faces: document === null ? [] : regionsIn(document).map(({ name, x, y, w, h }) => ({ name, x, y, w, h })),
      people: document === null ? [] : listOfProperty(document, 'Iptc4xmpExt:PersonInImage'),
    },
    keywords: keywords === undefined ? null : keywordNames({ keywords, keywordPaths }),
  }
}

type First = (name: XmpName) => string | null

/** A time without an offset has the one written beside it. */
function timeIn(first: First): string | null {
  const text = times.map(first).find((time) => parseWallClock(time) !== null) ?? null
  if (text === null || parseWallClock(text)?.offset !== null) return text
  return text + (parseOffset(first('exifEX:OffsetTimeOriginal')) ?? '')
}

function positionIn(first: First): string | null {
  const { latitude = null, longitude = null, altitude = null } = placeOfXmp((name) => first(name as XmpName))
  return latitude === null || longitude === null ? null : writePosition({ latitude, longitude, altitude })
}

function plainTexts(document: XmpDocument | null): Record<PlainField, string | null> {
  const texts = plainFields.map((field) => {
    const { xmp, part, location } = textProperties[field]
    if (document === null) return [field, null]
    const text = part === undefined ? textOfProperty(document, xmp) : textOfPart(document, xmp, part)
    const place = location === undefined ? null : textOfPart(document, LOCATION_CREATED, location)
    return [field, textFrom(field, textOf(text) ?? textOf(place))]
  })
  return Object.fromEntries(texts) as Record<PlainField, string | null>
}
