import { textsOfProperty, type XmpDocument } from '../../../formats/xmp/xmp-document.ts'
import { TOOLKIT, type XmpName } from '../../../formats/xmp/xmp-names.ts'
import { parseWallClock } from '../../metadata/wall-clock.ts'
import { orientationIn } from '../../metadata/xmp-fields.ts'
import { choicesOfXmp } from '../../metadata/xmp-choices.ts'
import { keywordsOfXmp } from '../../metadata/xmp-keywords.ts'
import { keywordNames } from './keyword-names.ts'
import { valuesOf, type Said } from './work.ts'

/** Properties in which programs say what a person gave. */
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
  'photoshop:Headline',
  'dc:description',
  'dc:creator',
  'dc:rights',
  'exif:DateTimeOriginal',
  'photoshop:DateCreated',
  'tiff:Orientation',
  'dc:subject',
  'lr:hierarchicalSubject',
  'digiKam:TagsList',
  'mediapro:CatalogSets',
  'expressionmedia:CatalogSets',
  'MicrosoftPhoto:LastKeywordXMP',
]

/** The second is what the first is called by agencies. */
const times: readonly XmpName[] = ['exif:DateTimeOriginal', 'photoshop:DateCreated']

/** What a packet says of the fields that a person gives, read as the library reads it; nothing where there is none. */
export function saidOfXmp(document: XmpDocument | null): Said {
  const said = names.flatMap((name) => {
    const texts = document === null ? null : textsOfProperty(document, name)
    return texts === null ? [] : [[name, texts] as const]
  })
  const toolkit = document?.root.attributes.find(({ name }) => name === TOOLKIT)
  const properties = new Map<string, string[]>([...said, [TOOLKIT, toolkit === undefined ? [] : [toolkit.value]]])
  const first = (name: XmpName) => properties.get(name)?.[0] ?? null
  const { rating = null, label = null, pick = null } = choicesOfXmp(properties)
  const { keywords, keywordPaths = [] } = keywordsOfXmp(properties)
  return {
    values: valuesOf({
      rating,
      label,
      pick,
      title: first('dc:title') ?? first('photoshop:Headline'),
      caption: first('dc:description'),
      creator: (properties.get('dc:creator') ?? []).join('; ') || null,
      copyright: first('dc:rights'),
      takenAt: times.map(first).find((time) => parseWallClock(time) !== null) ?? null,
      orientation: orientationIn(first('tiff:Orientation')),
    }),
    keywords: keywords === undefined ? null : keywordNames({ keywords, keywordPaths }),
  }
}
