import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { extensionOf } from '../../base/formats/extensions.ts'
import { withFile } from './with-file.ts'
import type { SomeFields } from './fields.ts'
import { FolderSidecars, sidecarKeyOf } from './sidecar-paths.ts'
import { fieldsOfTakeout, parseTakeout, type TakeoutPhoto } from './takeout.ts'
import { decodeXmp, readXmp, type XmpProperties } from './xmp.ts'
import { absentAs, isAbsent } from '../../base/files/file-errors.ts'
import { hashBytes } from '../../base/files/hash.ts'

/** Larger files are not sidecars: programs that store each step of an edit write some hundred kilobytes. */
const MAX_BYTES = 16 * 1024 * 1024
/** Google's JSON of a photo has some kilobytes. */
const MAX_TAKEOUT_BYTES = 1024 * 1024

export type Sidecars = {
  /** The more specific first. */
  packets: XmpProperties[]
  /** Google Takeout's fields beside the photo. */
  takeout: SomeFields
  /** Which could not be read and why; null if all could. */
  problem: Text | null
  /** As `sidecarKeyOf` returns it. */
  key: string
}

/**
 * The content of a photo's sidecars; those with the hashes of `others` are not its own. Throws the system's error if the
 * folder cannot be listed: then nobody knows whether there are any.
 */
export async function readSidecars(photo: string, others: readonly string[] = []): Promise<Sidecars> {
  const { dir, base } = path.parse(photo)
  const names = (await sidecarsIn(dir)).of(base)
  const times = new Map<string, number>()
  const problems: Text[] = []
  const read = async <T>(name: string | undefined, make: (sidecar: string, size: number) => Promise<T>) => {
    if (name === undefined) return null
    const stats = await stat(path.join(dir, name)).catch((error: unknown) => {
      if (!isAbsent(error)) problems.push(say('reading.sidecarClosed', { name }))
      return null
    })
    if (!stats?.isFile()) return null
    times.set(name, Math.floor(stats.mtimeMs))
    return make(path.join(dir, name), stats.size)
  }
  const readOwn = (sidecar: string, size: number) => readSidecar(sidecar, size, others)
  const found = [await read(names.ofFile, readOwn), await read(names.ofStem, readOwn)].filter((each) => each !== null)
  const takeout = await read(names.takeout, readTakeout)
  problems.push(...found.flatMap(({ problem }) => problem ?? []))
  return {
    key: sidecarKeyOf(names, (name) => times.get(name)),
    packets: found.flatMap(({ packet }) => (packet !== undefined && speaksFor(packet, photo) ? packet : [])),
    takeout: takeout === null ? {} : fieldsOfTakeout(takeout),
    problem: problems.length === 0 ? null : several(problems),
  }
}

/** A folder's names are listed once for all its photos, as long as the folder stays the same. */
let listed: { dir: string; modifiedMs: number; untilMs: number; sidecars: FolderSidecars } | null = null
/** For this time after a change another one may have the same time. */
const TICK_MS = 2_000
/** Some file systems never change the times of folders. */
const MAX_AGE_MS = 5_000

async function sidecarsIn(dir: string): Promise<FolderSidecars> {
  const modifiedMs = (await stat(dir).catch(() => null))?.mtimeMs ?? 0
  const nowMs = Date.now()
  if (listed?.dir === dir && listed.modifiedMs === modifiedMs && nowMs < listed.untilMs) return listed.sidecars
  const sidecars = new FolderSidecars(await readdir(dir).catch(absentAs<string[]>([])))
  listed = { dir, modifiedMs, sidecars, untilMs: nowMs - modifiedMs > TICK_MS ? nowMs + MAX_AGE_MS : 0 }
  return sidecars
}

async function readTakeout(file: string, size: number): Promise<TakeoutPhoto | null> {
  if (size > MAX_TAKEOUT_BYTES) return null
  return parseTakeout((await withFile(file, ({ part }) => part(0, size)))?.toString('utf8') ?? '')
}

/** Adobe's `photo.xmp` names the kind of its file: beside `photo.CR2` there is often a `photo.JPG`. */
function speaksFor(packet: XmpProperties, photo: string): boolean {
  const extension = packet.get('photoshop:SidecarForExtension')
  return typeof extension !== 'string' || extension === '' || extension.toLowerCase() === extensionOf(photo)
}

type Sidecar = { packet?: XmpProperties; problem?: Text }

async function readSidecar(sidecar: string, size: number, others: readonly string[]): Promise<Sidecar> {
  const name = path.basename(sidecar)
  if (size > MAX_BYTES)
    return { problem: say('reading.sidecarLarge', { name, size: megabytes(size), most: megabytes(MAX_BYTES) }) }
  const bytes = await withFile(sidecar, (file) => file.part(0, MAX_BYTES))
  if (bytes === null) return { problem: say('reading.sidecarClosed', { name }) }
  if (others.length > 0 && others.includes(hashBytes(bytes))) return {}
  const { properties, problem } = readXmp(decodeXmp(bytes))
  return problem === null
    ? { packet: properties }
    : { problem: say('reading.sidecarUnread', { name, reason: problem }) }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6)
