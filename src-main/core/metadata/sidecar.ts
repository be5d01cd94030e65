import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SomeFields } from './fields.ts'
import { fieldsOfXmp } from './xmp-fields.ts'
import { decodeXmp, parseXmp } from './xmp.ts'

/** Places where programs keep a photo's sidecar: `photo.CR2.xmp` (darktable, digiKam) before `photo.xmp` (Adobe). */
export function sidecarPaths(photo: string): string[] {
  const { dir, name } = path.parse(photo)
  return [`${photo}.xmp`, `${photo}.XMP`, path.join(dir, `${name}.xmp`), path.join(dir, `${name}.XMP`)]
}

/** What a photo's sidecar says, or null where it has none. */
export async function readSidecar(photo: string): Promise<SomeFields | null> {
  for (const candidate of sidecarPaths(photo)) {
    const bytes = await readFile(candidate).catch(() => null)
    if (bytes !== null) return fieldsOfXmp(parseXmp(decodeXmp(bytes)))
  }
  return null
}
