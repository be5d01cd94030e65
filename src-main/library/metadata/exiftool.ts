import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ExifTool } from 'exiftool-vendored'
import type { RawExif } from './exif-fields.ts'

/**
 * ExifTool, for formats that nothing else here reads. It is slow and needs Perl outside Windows, so it starts on first
 * use and is never required.
 */
export type ExifToolReader = {
  /** Null if ExifTool does not run here or cannot read the file. */
  read(path: string): Promise<RawExif | null>
  /** Every tag as `Group:Name`, in readable form, by one or more of ExifTool's families of groups; null as above. */
  readAll(path: string, groups?: '-G1' | '-G1:2'): Promise<Record<string, unknown> | null>
  /** The values of some tags as numbers, by their names without groups; null as above. */
  readValues(path: string, tags: readonly string[]): Promise<Record<string, unknown> | null>
  close(): Promise<void>
}

const MAX_MS = 15_000

/** The process ends after this idle time, so that an idle program runs nothing. */
const IDLE_MS = 5_000

async function canRun(): Promise<boolean> {
  if (process.platform === 'win32') return true
  return promisify(execFile)('perl', ['-v']).then(
    () => true,
    () => false,
  )
}

async function start(): Promise<ExifTool | null> {
  if (!(await canRun())) return null
  const { ExifTool } = await import('exiftool-vendored')
  return new ExifTool({
    maxProcs: 1,
    taskTimeoutMillis: MAX_MS,
    maxIdleMsPerProcess: IDLE_MS,
    minDelayBetweenSpawnMillis: 0,
    readArgs: ['-fast', '-n'],
  })
}

/** Creates the reader; nothing runs before the first `read`. */
export function createExifToolReader(): ExifToolReader {
  let tool: Promise<ExifTool | null> | null = null
  const run = async (path: string, readArgs: string[]): Promise<Record<string, unknown> | null> => {
    // It is never required: without it, or for a file that it cannot read, nothing is known.
    tool ??= start().catch(() => null)
    const tags = await (await tool)?.readRaw(path, { readArgs }).catch(() => null)
    return (tags ?? null) as Record<string, unknown> | null
  }
  return {
    async read(path) {
      const tags = await run(path, ['-fast', '-n', '-G0:1', '-c', '%+.8f'])
      return tags === null ? null : toRawExif(tags)
    },
    readAll: (path, groups = '-G1') => run(path, [groups, '-a']),
    readValues: (path, tags) => run(path, ['-fast', '-n', ...tags.map((tag) => `-${tag}`)]),
    async close() {
      await (await tool)?.end()
      tool = null
    },
  }
}

/** ExifTool's names are those of the standards; later groups do not override the first one. */
function toRawExif(tags: Record<string, unknown>): RawExif {
  const flat: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(tags)) {
    const name = key.split(':').at(-1)!
    if (!(name in flat)) flat[name] = value
  }
  // EXIF has the hemisphere beside the degrees.
  const signed = (name: 'GPSLatitude' | 'GPSLongitude') => {
    const degrees = flat[name]
    return typeof degrees === 'number' && /^[SW]/i.test(String(flat[`${name}Ref`])) ? -Math.abs(degrees) : degrees
  }
  const place = {
    latitude: signed('GPSLatitude'),
    longitude: signed('GPSLongitude'),
    GPSAltitude: flat['GPSAltitude'],
    GPSAltitudeRef: flat['GPSAltitudeRef'],
  }
  // Some cameras give their lens only as a code, which means nothing to a person.
  const lens = [flat['LensModel'], flat['Lens']].find((name) => typeof name === 'string' && /[a-z]{2}/i.test(name))
  const serial = flat['BodySerialNumber'] ?? flat['SerialNumber']
  return { ifd0: flat, exif: { ...flat, LensModel: lens, SerialNumber: serial }, gps: place }
}
