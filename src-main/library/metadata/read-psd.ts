import type { ByteRange } from '../../base/formats/image-data/byte-range.ts'
import { readProfileName } from '../../base/formats/icc/profile-name.ts'
import { findPsdResources, psdResources, readPsdResources } from '../../base/formats/psd/psd-layout.ts'
import { type EmbeddedBlocks, partOf, withoutExifMark } from './embedded-blocks.ts'
import type { OpenFile } from './with-file.ts'

/** A section with a thumbnail, paths and a history of edits has some megabytes. */
const MAX_SECTION_BYTES = 16 * 1024 * 1024

/** Reads the metadata of a PSD or PSB file, which are image resources before its layers. */
export async function readPsd(file: OpenFile, head: Buffer): Promise<EmbeddedBlocks> {
  const section = findPsdResources(head)
  if (section === null) return {}
  const length = Math.min(section.end - section.start, MAX_SECTION_BYTES)
  return blocksOfResources(await partOf(file, head, section.start, length))
}

/** The metadata among image resources, which Photoshop's files, and PNG and JPEG of some programs, contain. */
export function blocksOfResources(bytes: Buffer): EmbeddedBlocks {
  const resources = readPsdResources(bytes, { start: 0, end: bytes.length })
  const content = (id: number): Buffer | null => {
    const range: ByteRange | undefined = resources.get(id)
    return range === undefined || range.start === range.end ? null : bytes.subarray(range.start, range.end)
  }
  const exif = content(psdResources.exif)
  const profile = content(psdResources.profile)
  return {
    exif: exif && withoutExifMark(exif),
    xmp: content(psdResources.xmp),
    iptc: content(psdResources.iptc),
    profile: profile && readProfileName(profile),
  }
}
