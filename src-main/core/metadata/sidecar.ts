import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { extensionOf } from '../../formats/extensions.ts'
import { withFile } from './file-head.ts'
import { sidecarKeyOf, sidecarPaths } from './sidecar-paths.ts'
import { decodeXmp, parseXmp, type XmpProperties } from './xmp.ts'

/** Larger ones are no sidecars: programs that keep each step of an edit write some hundred kilobytes. */
const MAX_BYTES = 16 * 1024 * 1024

export type Sidecars = {
  /** The more specific first. */
  packets: XmpProperties[]
  /** Which could not be read and why; empty where all could. */
  problem: string
  /** As `sidecarKeyOf` gives it. */
  key: string
}

/** What a photo's sidecars say; those with the hashes of `others` are not its own. */
export async function readSidecars(photo: string, others: readonly string[] = []): Promise<Sidecars> {
  const times = new Map<string, number>()
  const found = await Promise.all(sidecarPaths(photo).map((candidates) => readFirst(candidates, { times, others })))
  return {
    key: sidecarKeyOf(photo, (sidecar) => times.get(sidecar)),
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

type Reading = { times: Map<string, number>; others: readonly string[] }

async function readFirst(candidates: readonly string[], { times, others }: Reading): Promise<Sidecar> {
  for (const candidate of candidates) {
    const facts = await stat(candidate).catch(() => null)
    if (!facts?.isFile()) continue
    times.set(candidate, Math.floor(facts.mtimeMs))
    return readSidecar(candidate, facts.size, others)
  }
  return {}
}

async function readSidecar(sidecar: string, size: number, others: readonly string[]): Promise<Sidecar> {
  if (size > MAX_BYTES) return { problem: describeSize(sidecar, size) }
  const bytes = await withFile(sidecar, (file) => file.part(0, MAX_BYTES))
  if (bytes === null)
    return { problem: `The sidecar ${path.basename(sidecar)} cannot be opened; check its permissions.` }
  if (others.length > 0 && others.includes(hashOf(bytes))) return {}
  return { packet: parseXmp(decodeXmp(bytes)) }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const describeSize = (sidecar: string, size: number) =>
  `The sidecar ${path.basename(sidecar)} has ${Math.round(size / 1e6)} MB and was not read; ` +
  `${Math.round(MAX_BYTES / 1e6)} MB are the most. Save it again with the program that made it, or remove it.`
