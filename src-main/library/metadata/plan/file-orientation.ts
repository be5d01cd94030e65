import { hasProperty, type XmpDocument } from '../../../base/formats/xmp/xmp-document.ts'
import type { XmpName } from '../../../base/formats/xmp/xmp-names.ts'
import type { EmbeddedMetadata } from './exiftool-writer.ts'
import type { WorkMerge } from './merge-work.ts'
import type { Prepared } from './prepared.ts'

type Kind = Pick<EmbeddedMetadata, 'fileType'>

/** Formats that are turned by what EXIF says, in every program; whatever their XMP says of it. */
export const saysOrientation = ({ fileType }: Kind): boolean => ['JPEG', 'TIFF', 'DNG'].includes(fileType)

/** The orientation that a file is to say by EXIF, where that changes. */
export function fileOrientationOf(file: Kind, { values }: WorkMerge): Pick<Prepared, 'fileOrientation'> {
  const { orientation } = values
  return orientation === undefined || !saysOrientation(file) ? {} : { fileOrientation: Number(orientation ?? 1) }
}

/** What ExifTool has to change for it; null takes the tag out. It is added where it is not there. */
export function orientationArgs(file: Kind, { values: { orientation } }: WorkMerge): string[] {
  return orientation === undefined || !saysOrientation(file) ? [] : [`-IFD0:Orientation#=${orientation ?? ''}`]
}

/** What EXIF says for every program is changed in XMP only where that repeats it. */
export const isForXmp = (file: Kind, document: XmpDocument | null, name: XmpName): boolean =>
  name !== 'tiff:Orientation' || !saysOrientation(file) || (document !== null && hasProperty(document, name))
