import { type IimText, writeIim } from '../../formats/iptc/iim.ts'
import { creatorsOf, type FileMetadata } from './file-metadata.ts'

/**
 * What a photo says as IPTC-IIM, which agencies and older programs read alone; null where there is nothing to say. XMP
 * has long texts to their ends, and readers that know of both take its.
 */
export function iimOf(metadata: FileMetadata): Buffer | null {
  return writeIim([
    ['IPTC:ObjectName', metadata.title ?? ''],
    ['IPTC:Caption-Abstract', metadata.caption ?? ''],
    ['IPTC:CopyrightNotice', metadata.copyright ?? ''],
    ...creatorsOf(metadata.creator).map((name): IimText => ['IPTC:By-line', name]),
    ...keywordsOf(metadata).map((keyword): IimText => ['IPTC:Keywords', keyword]),
    ...metadata.texts.flatMap(({ iim, text }): IimText[] => (iim === undefined ? [] : [[iim.write, text]])),
    ...timeOf(metadata),
  ])
}

const keywordsOf = ({ keywords }: FileMetadata): string[] => [
  ...new Set(keywords.flatMap((levels) => levels.at(-1)?.trim() ?? [])),
]

/** IIM has no time without an offset from UTC; where that is unknown none is made up, and the day stands alone. */
function timeOf({ takenAt, offset }: FileMetadata): IimText[] {
  const [date, time] = takenAt?.slice(0, 19).split('T') ?? []
  if (date === undefined || time === undefined) return []
  return [
    ['IPTC:DateCreated', date.replaceAll('-', '')],
    ['IPTC:TimeCreated', offset === null ? '' : (time + offset).replaceAll(':', '')],
  ]
}
