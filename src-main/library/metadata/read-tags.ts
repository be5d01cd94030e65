import { lstat } from 'node:fs/promises'
import type { TagGroup } from '../../contract/library/file-tags.ts'
import type { ExifToolReader } from './exiftool.ts'
import { readAllBlocks } from './read-exif.ts'

/** A file's tags; `isWhole` is false if only the common blocks could be read. */
export type TagsOfFile = { groups: TagGroup[]; isWhole: boolean }

/** Maximum length of a value shown; longer ones are cut and marked. */
const MAX_LENGTH = 2000
/** Maximum number of tags of a file; a hostile file may have millions. */
const MAX_TAGS = 4000

/** Groups about the disk or the reading program, not about the file's content. */
const foreign = new Set(['System', 'ExifTool', 'SourceFile'])

/**
 * All metadata of a photo's file or of a sidecar, by the names of ExifTool: a tag's group is its block, or its schema
 * of XMP. Null if the file is missing. Without ExifTool, our own reader reads EXIF, IPTC and XMP, and maker notes are
 * left out.
 */
export async function readTags(path: string, exifTool: ExifToolReader): Promise<TagsOfFile | null> {
  if ((await lstat(path).catch(() => null)) === null) return null
  const tags = await exifTool.readAll(path)
  if (tags !== null) return { groups: groupTags(Object.entries(tags)), isWhole: true }
  const blocks = Object.entries((await readAllBlocks(path)) ?? {})
  const named = blocks.flatMap(([block, values]) =>
    Object.entries(typeof values === 'object' && values !== null ? values : {}).map(
      ([name, value]): [string, unknown] => [`${blockNames[block] ?? block}:${name}`, value],
    ),
  )
  return { groups: groupTags(named), isWhole: false }
}

/** ExifTool's names for the blocks of our own reader. */
const blockNames: Record<string, string> = {
  ifd0: 'IFD0',
  ifd1: 'IFD1',
  exif: 'ExifIFD',
  gps: 'GPS',
  iptc: 'IPTC',
  icc: 'ICC_Profile',
  ihdr: 'PNG',
}

/** Tags as `Group:Name`, in the order of the file, by group. */
export function groupTags(tags: readonly (readonly [key: string, value: unknown])[]): TagGroup[] {
  const groups = new Map<string, TagGroup>()
  for (const [key, value] of tags.slice(0, MAX_TAGS)) {
    const at = key.lastIndexOf(':')
    const group = at < 0 ? key : key.slice(0, at)
    const text = writeValue(value)
    if (foreign.has(group) || text === '') continue
    const found = groups.get(group) ?? { name: group, tags: [] }
    groups.set(group, found)
    found.tags.push({ name: key.slice(at + 1), value: text })
  }
  return [...groups.values()]
}

function writeValue(value: unknown): string {
  const text = asText(value)
  return text.length > MAX_LENGTH
    ? `${text.slice(0, MAX_LENGTH)}… (${text.length.toLocaleString('en')} characters)`
    : text
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Uint8Array) return `(${value.byteLength.toLocaleString('en')} bytes)`
  if (Array.isArray(value)) return value.map(asText).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value as string | number | boolean)
}
