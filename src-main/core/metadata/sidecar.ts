import { stat } from 'node:fs/promises'
import path from 'node:path'
import { extensionOf } from '../../formats/extensions.ts'
import { withFile } from './file-head.ts'
import { decodeXmp, parseXmp, type XmpProperties } from './xmp.ts'

/** Larger ones are no sidecars: programs that keep each step of an edit write some hundred kilobytes. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Places where programs keep a photo's sidecars, the more specific first: `photo.CR2.xmp` (darktable, digiKam) speaks
 * for one file, `photo.xmp` (Adobe) for all of that name. Of each the first that is there counts.
 */
export function sidecarPaths(photo: string): string[][] {
  const { dir, name } = path.parse(photo)
  return [photo, path.join(dir, name)].map((stem) => [`${stem}.xmp`, `${stem}.XMP`])
}

/** What a photo's sidecars say, the more specific first, and which could not be read and why. */
export async function readSidecars(photo: string): Promise<{ packets: XmpProperties[]; problem: string }> {
  const found = await Promise.all(sidecarPaths(photo).map(readFirst))
  return {
    packets: found.flatMap(({ packet }) => (packet !== undefined && speaksFor(packet, photo) ? packet : [])),
    problem: found.flatMap(({ problem }) => problem ?? []).join(' '),
  }
}

/** Adobe's `photo.xmp` names the kind of file that it belongs to: beside `photo.CR2` lies often a `photo.JPG`. */
function speaksFor(packet: XmpProperties, photo: string): boolean {
  const extension = packet.get('photoshop:SidecarForExtension')
  return typeof extension !== 'string' || extension === '' || extension.toLowerCase() === extensionOf(photo)
}

type Sidecar = { packet?: XmpProperties; problem?: string }

async function readFirst(candidates: readonly string[]): Promise<Sidecar> {
  for (const candidate of candidates) {
    const facts = await stat(candidate).catch(() => null)
    if (facts?.isFile()) return readSidecar(candidate, facts.size)
  }
  return {}
}

async function readSidecar(sidecar: string, size: number): Promise<Sidecar> {
  if (size > MAX_BYTES) return { problem: describeSize(sidecar, size) }
  const bytes = await withFile(sidecar, (file) => file.part(0, MAX_BYTES))
  if (bytes === null)
    return { problem: `The sidecar ${path.basename(sidecar)} cannot be opened; check its permissions.` }
  return { packet: parseXmp(decodeXmp(bytes)) }
}

const describeSize = (sidecar: string, size: number) =>
  `The sidecar ${path.basename(sidecar)} has ${Math.round(size / 1e6)} MB and was not read; ` +
  `${Math.round(MAX_BYTES / 1e6)} MB are the most. Save it again with the program that made it, or remove it.`
