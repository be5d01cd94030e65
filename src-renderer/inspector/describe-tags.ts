import { textFinder } from '../../src-main/contract/fold-text.ts'
import { t, type MessageKey } from '../locales/messages.ts'
import type { FileTags, TagGroup } from '../../src-main/contract/library/file-tags.ts'

/** Titles of a file's metadata blocks whose ExifTool name is unclear. */
const blockTitles: Readonly<Record<string, MessageKey>> = {
  File: 'inspector.file',
  IFD0: 'inspector.exifPicture',
  ExifIFD: 'inspector.exifCapture',
  GPS: 'inspector.exifPosition',
  IFD1: 'inspector.exifSmall',
  InteropIFD: 'inspector.exifExchange',
  SubIFD: 'inspector.exifFurther',
  Composite: 'inspector.computed',
  'ICC-header': 'inspector.profileHeader',
  ICC_Profile: 'inspector.profile',
}

/** The title of a block: `XMP-dc` is `XMP: dc`. */
export function titleOf({ name }: TagGroup): string {
  const title = blockTitles[name]
  return title === undefined ? name.replace(/^XMP-/, 'XMP: ') : t(title)
}

/** `DateTimeOriginal` as words; abbreviations stay together. */
export const wordsOf = (tag: string): string =>
  tag.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')

/** Tags whose name, block or value contains all words of a search; files and blocks without any are left out. */
export function findTags(files: readonly FileTags[], search: string): FileTags[] {
  const words = search.split(/\s+/).filter(Boolean).map(textFinder)
  if (words.length === 0) return [...files]
  const holds = (text: string): boolean => words.every((isFound) => isFound(text))
  const inGroup = (group: TagGroup): TagGroup => ({
    ...group,
    tags: group.tags.filter(({ name, value }) =>
      holds([group.name, titleOf(group), name, wordsOf(name), value].join('\n')),
    ),
  })
  return files
    .map((file) => ({ ...file, groups: file.groups.map(inGroup).filter(({ tags }) => tags.length > 0) }))
    .filter(({ groups }) => groups.length > 0)
}

/** The tags as plain text, one a line. */
export const writeTags = (files: readonly FileTags[]): string =>
  files
    .flatMap(({ path, groups }) => [
      path,
      ...groups.flatMap((group) => group.tags.map(({ name, value }) => `${group.name}:${name}\t${value}`)),
    ])
    .join('\n')

export const countTags = (files: readonly FileTags[]): number =>
  files.reduce((sum, { groups }) => sum + groups.reduce((inFile, { tags }) => inFile + tags.length, 0), 0)
