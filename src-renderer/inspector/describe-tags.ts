import type { FileTags, TagGroup } from '../../src-main/contract/library/file-tags.ts'

/** What blocks of a file are called where ExifTool's name of them says little. */
const blockTitles: Readonly<Record<string, string>> = {
  File: 'File',
  IFD0: 'EXIF: picture',
  ExifIFD: 'EXIF: capture',
  GPS: 'EXIF: position',
  IFD1: 'EXIF: small picture',
  InteropIFD: 'EXIF: exchange',
  SubIFD: 'EXIF: further picture',
  Composite: 'Computed',
  'ICC-header': 'Colour profile: header',
  ICC_Profile: 'Colour profile',
}

/** The title of a block: `XMP-dc` is `XMP: dc`. */
export const titleOf = ({ name }: TagGroup): string => blockTitles[name] ?? name.replace(/^XMP-/, 'XMP: ')

/** `DateTimeOriginal` as words; abbreviations stay together. */
export const wordsOf = (tag: string): string =>
  tag.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')

/** Tags that hold all words of a search in their name, block or value; files and blocks without any are left out. */
export function findTags(files: readonly FileTags[], search: string): FileTags[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...files]
  const holds = (text: string): boolean => words.every((word) => text.toLocaleLowerCase().includes(word))
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

/** What is shown as plain text, one tag a line. */
export const writeTags = (files: readonly FileTags[]): string =>
  files
    .flatMap(({ path, groups }) => [
      path,
      ...groups.flatMap((group) => group.tags.map(({ name, value }) => `${group.name}:${name}\t${value}`)),
    ])
    .join('\n')

export const countTags = (files: readonly FileTags[]): number =>
  files.reduce((sum, { groups }) => sum + groups.reduce((inFile, { tags }) => inFile + tags.length, 0), 0)
