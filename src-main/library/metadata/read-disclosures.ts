import type { ExifToolReader } from './exiftool.ts'

/**
 * Data in a file that its owner may want to keep private: where it was taken, who is on it (regions included), and the
 * owner's name or serial numbers of camera and lens.
 */
export type Disclosure = 'place' | 'people' | 'serials'

/** A tag of ExifTool: its second group is the tag's subject. */
type Tag = { group: string; about: string; name: string; value: string }

/** The city of a time zone is no place: the offset reveals as much. Some cameras write only a version. */
const tellsPlace = ({ about, name }: Tag): boolean =>
  (about === 'Location' && !/Version(ID)?$/.test(name)) ||
  (about !== 'Time' && /^(GPS|Location(?!Data)|(Recording)?Location$|Country$|City$)/.test(name))
const peopleNames = [
  /^(ACDSee|Image)?Region/,
  /^Person(InImage|Heard)/,
  /^(Recognized)?Face\d*(Name|Age|Birthday)/,
  /^Baby|^People$|^Model(Age|ReleaseID)|^MinorModel/,
]
const tellsPeople = ({ name }: Tag): boolean => peopleNames.some((pattern) => pattern.test(name))
const tellsSerials = ({ name }: Tag): boolean =>
  /Serial(?!NumberFormat)|Owner(ID|Name)?$|^UserName$|^RecDeviceOwner/.test(name) &&
  !/^Defaults|(Copyright|Rights|Purchase)Owner/.test(name)

const kinds: Readonly<Record<Disclosure, (tag: Tag) => boolean>> = {
  place: tellsPlace,
  people: tellsPeople,
  serials: tellsSerials,
}

/** Groups about the disk, about the reading program, or that repeat others. */
const foreign = new Set(['System', 'ExifTool', 'File', 'Composite'])
/** Placeholders of cameras and ExifTool for no value. */
const isNothing = (value: string): boolean =>
  /^[\s0-]*$|^\(?(n\/a|none|not set|unset|undef|unknown)\)?( \(0\))?$/i.test(value.trim())
/** A film's places may be in a track that only a complete reading shows. */
const MORE_INSIDE = /ExtractEmbedded/

/**
 * What a file discloses, by everything that ExifTool reads of it, including maker notes. Null if ExifTool does not run
 * here or cannot read the file: then it is unknown.
 */
export async function readDisclosures(
  path: string,
  exifTool: Pick<ExifToolReader, 'readAll'>,
): Promise<{ disclosures: Disclosure[] } | null> {
  const read = await exifTool.readAll(path, '-G1:2')
  if (read === null) return null
  const tags = Object.entries(read).map(([key, value]): Tag => {
    const [group = '', about = '', name = ''] = key.split(':')
    return { group, about, name, value: typeof value === 'string' ? value : JSON.stringify(value) }
  })
  const own = tags.filter(({ group, value }) => !foreign.has(group) && !isNothing(value))
  const hasMore = tags.some(({ name, value }) => name.startsWith('Warning') && MORE_INSIDE.test(value))
  const found = (Object.keys(kinds) as Disclosure[]).filter((kind) => own.some(kinds[kind]))
  return { disclosures: hasMore && !found.includes('place') ? ['place', ...found] : found }
}
