import { hasProperty, type XmpDocument } from '../../../base/formats/xmp/xmp-document.ts'
import type { XmpName } from '../../../base/formats/xmp/xmp-names.ts'
import type { EmbeddedMetadata } from './exiftool-writer.ts'
import type { WorkMerge } from './merge-work.ts'
import type { Prepared } from './prepared.ts'

type Kind = Pick<EmbeddedMetadata, 'fileType'>

/** Formats that every program turns by EXIF, whatever their XMP says. */
export const saysOrientation = ({ fileType }: Kind): boolean => ['JPEG', 'TIFF', 'DNG'].includes(fileType)

/** The EXIF orientation to write into a file, if it changes. */
export function fileOrientationOf(file: Kind, { values }: WorkMerge): Pick<Prepared, 'fileOrientation'> {
  const { orientation } = values
  return orientation === undefined || !saysOrientation(file) ? {} : { fileOrientation: Number(orientation ?? 1) }
}

/** ExifTool's arguments for it; null removes the tag. It is added if it is missing. */
export function orientationArgs(file: Kind, { values: { orientation } }: WorkMerge): string[] {
  return orientation === undefined || !saysOrientation(file) ? [] : [`-IFD0:Orientation#=${orientation ?? ''}`]
}

/** What EXIF says for every program is changed in XMP only if that repeats it. */
export const isForXmp = (file: Kind, document: XmpDocument | null, name: XmpName): boolean =>
  name !== 'tiff:Orientation' || !saysOrientation(file) || (document !== null && hasProperty(document, name))
