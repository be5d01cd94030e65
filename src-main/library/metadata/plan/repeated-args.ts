import type { EmbeddedMetadata } from './exiftool-writer.ts'
import { captionOf } from '../captions.ts'
import { plainFields, textProperties } from '../text-properties.ts'
import { parseWallClock } from '../wall-clock.ts'
import { saysOrientation } from './file-orientation.ts'
import { levelsOf } from './keyword-names.ts'
import type { WorkMerge } from './merge-work.ts'
import { positionArgs } from './position-edits.ts'
import { creatorsOf, isSameValue, movedWith, type TargetContent, type Value, type Values, wallClockOf } from './work.ts'

/** Windows counts in percent. */
const percentages = [0, 1, 25, 50, 75, 99]

/**
 * ExifTool's arguments for EXIF and IPTC, so that no program reads a former value there: present tags that repeat a
 * changed field. A file with IPTC gets each changed field there, too, as the Metadata Working Group wants. Nothing is
 * added to EXIF but a position, which most programs read only there.
 */
export function repeatedArgs(
  embedded: EmbeddedMetadata,
  target: TargetContent,
  { values, keywords }: WorkMerge,
): string[] {
  const { repeated } = embedded
  const args: string[] = []
  const isThere = (tag: string) => repeated.has(tag) || (tag.startsWith('IPTC:') && hasIim(repeated))
  const put = (tag: string, value: string | number | null) => isThere(tag) && args.push(`-${tag}=${value ?? ''}`)
  const putList = (tags: readonly string[], entries: readonly string[]) => {
    for (const tag of tags) if (isThere(tag)) args.push(`-${tag}=`, ...entries.map((entry) => `-${tag}=${entry}`))
  }
  if (values.rating !== undefined) {
    const stars = Number(values.rating ?? 0)
    put('IFD0:Rating', stars)
    put('IFD0:RatingPercent', percentages[stars] ?? 0)
  }
  if (values.title !== undefined) {
    put('IPTC:ObjectName', values.title)
    put('IFD0:XPTitle', values.title)
  }
  if (values.caption !== undefined) {
    put('IPTC:Caption-Abstract', values.caption)
    put('IFD0:ImageDescription', values.caption)
    // Comments may be something else than a caption.
    for (const tag of ['IFD0:XPComment', 'ExifIFD:UserComment']) {
      const description = repeated.get(tag)
      const isRepeated =
        typeof description === 'string' &&
        (captionOf(description) === null || isSameValue('caption', description, target.values.caption))
      if (isRepeated) put(tag, values.caption)
    }
  }
  if (values.creator !== undefined) {
    putList(['IFD0:Artist', 'IPTC:By-line'], creatorsOf(values.creator))
    put('IFD0:XPAuthor', values.creator)
  }
  if (values.copyright !== undefined) {
    put('IFD0:Copyright', values.copyright)
    put('IPTC:CopyrightNotice', values.copyright)
  }
  for (const [tag, value] of iimOf(values)) put(tag, value)
  args.push(...shotArgs(embedded, target, values))
  if (keywords !== null) {
    putList(['IPTC:Keywords'], leaves(keywords))
    put('IFD0:XPKeywords', leaves(keywords).join(';'))
  }
  return args.some((arg) => arg.startsWith('-IPTC:')) ? [...asUtf8(repeated, args), ...args] : args
}

/** When and where the photo was taken. */
function shotArgs(embedded: EmbeddedMetadata, target: TargetContent, { takenAt, position }: Values): string[] {
  const { repeated } = embedded
  const hasPosition = repeated.has('GPS:GPSLatitude') || saysOrientation(embedded)
  return [
    ...(takenAt === undefined ? [] : timeArgs(repeated, target, takenAt)),
    ...(position === undefined || !hasPosition ? [] : positionArgs(position)),
  ]
}

/** IPTC-IIM tags of the texts with one property in XMP. */
const iimOf = (values: Values): [tag: string, value: Value][] =>
  plainFields.flatMap((field): [string, Value][] => {
    const { iim } = textProperties[field]
    const value = values[field]
    return value === undefined || iim === undefined ? [] : [[iim.write, value]]
  })

/** Whether a file has IPTC-IIM at all. */
const hasIim = (repeated: EmbeddedMetadata['repeated']): boolean =>
  [...repeated.keys()].some((tag) => tag.startsWith('IPTC:'))

/** A camera's time comes before XMP, even if EXIF has only the time of digitising. */
function timeArgs(repeated: EmbeddedMetadata['repeated'], target: TargetContent, value: Value): string[] {
  const hasExif = repeated.has('ExifIFD:DateTimeOriginal') || repeated.has('ExifIFD:CreateDate')
  return [
    ...(hasExif ? exifTimeArgs(repeated, target, value) : []),
    ...(hasIim(repeated) ? iimTimeArgs(repeated, target, value) : []),
  ]
}

function exifTimeArgs(repeated: EmbeddedMetadata['repeated'], target: TargetContent, value: Value): string[] {
  const offset = parseWallClock(value)?.offset ?? ''
  const digitised = movedWith(repeated.get('ExifIFD:CreateDate'), target.original, value)
  const isMoved = digitised !== undefined
  // Readers take the first offset: a time without an offset would get another's.
  const clears = (tag: string) => repeated.has(tag) && offset === ''
  return [
    `-ExifIFD:DateTimeOriginal=${exifTime(value)}`,
    ...(isMoved ? [`-ExifIFD:CreateDate=${exifTime(digitised)}`] : []),
    ...(offset !== '' || clears('ExifIFD:OffsetTimeOriginal') ? [`-ExifIFD:OffsetTimeOriginal=${offset}`] : []),
    ...(clears('ExifIFD:OffsetTimeDigitized') || (isMoved && repeated.has('ExifIFD:OffsetTimeDigitized'))
      ? [`-ExifIFD:OffsetTimeDigitized=${offset}`]
      : []),
    ...(clears('ExifIFD:OffsetTime') ? ['-ExifIFD:OffsetTime='] : []),
  ]
}

const exifTime = (value: Value): string => (wallClockOf(value) ?? '').replace('T', ' ').replaceAll('-', ':')

function iimTimeArgs(repeated: EmbeddedMetadata['repeated'], target: TargetContent, value: Value): string[] {
  const [day, time] = [repeated.get('IPTC:DigitalCreationDate'), repeated.get('IPTC:DigitalCreationTime')]
  const former = wallClockOf(target.original)
  // A day alone is that of the original, or another.
  const own =
    time === undefined && former !== null ? `${String(day)} ${former.slice(11)}` : `${String(day)} ${String(time)}`
  const digitised = day === undefined ? undefined : movedWith(own, target.original, value)
  return [
    ...iimTime('IPTC:DateCreated', 'IPTC:TimeCreated', value),
    ...(digitised === undefined ? [] : iimTime('IPTC:DigitalCreationDate', 'IPTC:DigitalCreationTime', digitised)),
  ]
}

/** ExifTool would give a time without an offset that of this computer; a day alone is correct. */
function iimTime(dayTag: IimTimeTag, timeTag: IimTimeTag, value: Value): string[] {
  const { at = '', offset = null } = parseWallClock(value) ?? {}
  const [day = '', time = ''] = at.split('T')
  return [`-${dayTag}=${day.replaceAll('-', ':')}`, `-${timeTag}=${offset === null ? '' : time + offset}`]
}
type IimTimeTag = `IPTC:${'DateCreated' | 'TimeCreated' | 'DigitalCreationDate' | 'DigitalCreationTime'}`

const leaves = (keywords: readonly string[]): string[] => [...new Set(keywords.map((name) => levelsOf(name).at(-1)!))]

/** IPTC that is not in UTF-8 is converted if the new text needs it; a digest tells Adobe's programs who wrote last. */
function asUtf8(repeated: EmbeddedMetadata['repeated'], args: readonly string[]): string[] {
  const charset = repeated.get('IPTC:CodedCharacterSet')
  const isUtf8 = typeof charset === 'string' && charset.includes('\u001b%G')
  const isNeeded = args.some((arg) => /[^\0-\x7f]/.test(arg)) && !isUtf8
  // A list that is copied and given would contain both.
  const given = new Set(args.flatMap((arg) => /^-(IPTC:[^=]+)=/.exec(arg)?.[1] ?? []))
  const copied = ['-tagsFromFile', '@', '-IPTC:all', ...[...given].map((tag) => `--${tag}`)]
  const converted = isNeeded ? [...copied, '-IPTC:CodedCharacterSet=UTF8'] : []
  return [...converted, ...(repeated.has('Photoshop:IPTCDigest') ? ['-IPTCDigest=new'] : [])]
}
