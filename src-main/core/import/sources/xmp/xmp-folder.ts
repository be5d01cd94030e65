import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { extensionOf, pictureExtensions, videoExtensions } from '../../../../formats/extensions.ts'
import { withFile } from '../../../metadata/file-head.ts'
import { fieldsOfXmp } from '../../../metadata/xmp-fields.ts'
import { decodeXmp, parseXmp } from '../../../metadata/xmp.ts'
import { keywordNames } from '../../../metadata-write/plan/keyword-names.ts'
import { collectValues } from '../../foreign/collect-values.ts'
import type { ForeignPhoto } from '../../foreign/foreign-photo.ts'

/** As for sidecars beside photos. */
const MAX_BYTES = 16 * 1024 * 1024

/** The sidecars in a folder and those below it. What cannot be read is noted. */
export async function* readXmpFolder(folder: string, notes: string[]): AsyncGenerator<ForeignPhoto> {
  let unread = 0
  for await (const sidecar of listSidecars(folder)) {
    const photo = await readSidecar(folder, sidecar)
    if (photo === null) unread++
    else yield photo
  }
  if (unread > 0) notes.push(`${unread} sidecar${unread === 1 ? '' : 's'} could not be read.`)
}

async function* listSidecars(folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* listSidecars(place)
    else if (entry.isFile() && extensionOf(entry.name) === 'xmp') yield place
  }
}

async function readSidecar(folder: string, sidecar: string): Promise<ForeignPhoto | null> {
  const bytes = await withFile(sidecar, (file) =>
    file.bytes > MAX_BYTES ? Promise.resolve(null) : file.part(0, MAX_BYTES),
  )
  if (bytes === null) return null
  const properties = parseXmp(decodeXmp(bytes))
  if (properties.size === 0) return null
  const fields = fieldsOfXmp(properties, { width: 0, height: 0, orientation: 1 })
  const { keywords = [], keywordPaths = [], takenAt } = fields
  return {
    ...placeOf(path.relative(folder, sidecar)),
    ...(takenAt && { takenAt }),
    work: { ...collectValues(fields), tags: keywordNames({ keywords, keywordPaths }) },
  }
}

/** `a/photo.jpg.xmp` belongs to `a/photo.jpg`, and `a/photo.xmp` to whichever photo has that name. */
function placeOf(relative: string): Pick<ForeignPhoto, 'path' | 'isStem'> {
  const place = relative.split(path.sep).join('/').slice(0, -'.xmp'.length)
  const extension = extensionOf(place)
  const isWhole = pictureExtensions.has(extension) || videoExtensions.has(extension)
  return isWhole ? { path: place } : { path: place, isStem: true }
}
