import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { WatermarkPicture } from '../../contract/library/watermark.ts'
import { readHeader } from '../../base/formats/header/read-header.ts'
import { sniffFormat } from '../../base/formats/sniff/sniff-format.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { KeptWatermark } from './rows/watermark-store.ts'
import { hashBytes } from '../../base/files/hash.ts'

const types: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' }

/** Stores a picture for watermarks. Throws `file-unreadable` unless it is a PNG, JPEG or WebP. */
export function addWatermark(
  { watermarks }: Pick<Catalog['exports'], 'watermarks'>,
  { name, bytes }: { name: string; bytes: Buffer },
): KeptWatermark {
  const { format } = sniffFormat(bytes, name)
  const { width, height } = Object.hasOwn(types, format) ? readHeader(bytes) : { width: 0, height: 0 }
  if (width === 0 || height === 0) throw new AppError('file-unreadable', say('errors.noWatermark', { name }))
  return watermarks.add({ name, hash: hashBytes(bytes), bytes, width, height })
}

/** The picture as windows show it. */
export function toWatermarkPicture({ id, name, bytes, width, height }: KeptWatermark): WatermarkPicture {
  const type = types[sniffFormat(Buffer.from(bytes), name).format] ?? 'image/png'
  return { id, name, width, height, preview: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` }
}
