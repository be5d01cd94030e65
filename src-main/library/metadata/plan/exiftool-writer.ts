import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ExifTool } from 'exiftool-vendored'

/** The embedded metadata that may be written. */
export type EmbeddedMetadata = {
  fileType: string
  packet: Buffer | null
  /** Tags that repeat XMP, by ExifTool's names: `IPTC:Keywords`, `IFD0:Rating`. */
  repeated: ReadonlyMap<string, unknown>
  hasExtendedXmp: boolean
}

/** ExifTool for writing into files. */
export type ExifToolWriter = {
  /** Null if ExifTool does not run here. Rejects if it cannot read the file. */
  readEmbedded(file: string): Promise<EmbeddedMetadata | null>
  /** Changes a file in place. Rejects with ExifTool's reason. */
  write(file: string, args: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** ExifTool, and a way to run plain arguments: its own calls decode entities in values. */
type Tool = { exifTool: ExifTool; run(args: readonly string[]): Promise<string> }

const MAX_MS = 60_000
/** The process ends after this idle time. */
const IDLE_MS = 5_000

/** Tags that programs may read before XMP. */
const REPEATED = [
  'IPTC:all',
  'IFD0:Orientation',
  'IFD0:Rating',
  'IFD0:RatingPercent',
  'IFD0:ImageDescription',
  'IFD0:Artist',
  'IFD0:Copyright',
  'IFD0:XPTitle',
  'IFD0:XPComment',
  'IFD0:XPAuthor',
  'IFD0:XPKeywords',
  'ExifIFD:DateTimeOriginal',
  'ExifIFD:CreateDate',
  'ExifIFD:OffsetTimeOriginal',
  'ExifIFD:OffsetTimeDigitized',
  'ExifIFD:OffsetTime',
  'ExifIFD:UserComment',
  'GPS:GPSLatitude',
  'GPS:GPSLatitudeRef',
  'GPS:GPSLongitude',
  'GPS:GPSLongitudeRef',
  'GPS:GPSAltitude',
  'GPS:GPSAltitudeRef',
  'Photoshop:IPTCDigest',
]
const READ_ARGS = ['XMP', 'FileType', 'XMP-xmpNote:HasExtendedXMP', ...REPEATED].map((tag) => `-${tag}`)
const UTF8_NAMES = ['-charset', 'filename=utf8']

async function start(): Promise<Tool | null> {
  const hasPerl = process.platform === 'win32' || (await promisify(execFile)('perl', ['-v']).then(Boolean, () => false))
  if (!hasPerl) return null
  const { ExifTool, ExifToolTask } = await import('exiftool-vendored')
  const options = { taskTimeoutMillis: MAX_MS, maxIdleMsPerProcess: IDLE_MS, minDelayBetweenSpawnMillis: 0 }
  const exifTool = new ExifTool({ maxProcs: 1, ...options })
  class PlainTask extends ExifToolTask<string> {
    protected parse(output: string, error?: Error): string {
      if (error !== undefined) throw error
      return output
    }
  }
  const run = (args: readonly string[]) =>
    exifTool.enqueueTask(() => new PlainTask([...UTF8_NAMES, ...args].map(toLine)))
  return { exifTool, run }
}

/** Arguments are lines; one with line breaks is escaped as in C. */
const toLine = (arg: string): string =>
  /[\r\n]/.test(arg) ? `#[CSTR]${arg.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n')}` : arg

/** Creates the writer; nothing runs before the first call. */
export function createExifToolWriter(): ExifToolWriter {
  let tool: Promise<Tool | null> | null = null
  return {
    async readEmbedded(file) {
      tool ??= start()
      const running = await tool
      return running && readEmbedded(running, file)
    },
    async write(file, args) {
      tool ??= start()
      await (await tool)?.run(['-overwrite_original', ...args, file])
    },
    async close() {
      await (await tool)?.exifTool.end()
      tool = null
    },
  }
}

async function readEmbedded({ exifTool, run }: Tool, file: string): Promise<EmbeddedMetadata> {
  const tags = (await exifTool.readRaw(file, { readArgs: ['-G1', '-n', ...READ_ARGS] })) as Record<string, unknown>
  return {
    fileType: String(tags['File:FileType']),
    packet: tags['XMP:XMP'] === undefined ? null : await readPacket(run, file),
    repeated: new Map(Object.entries(tags).filter(([key]) => /^(IPTC\d*|IFD0|ExifIFD|GPS|Photoshop):/.test(key))),
    hasExtendedXmp: tags['XMP-xmpNote:HasExtendedXMP'] !== undefined,
  }
}

/**
 * The packet byte by byte; among other tags ExifTool would decode its entities. It goes through a folder of its own:
 * ExifTool makes the folder that it writes to, and beside the photo that would bring back one that was just renamed.
 */
async function readPacket(run: Tool['run'], file: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumafold-'))
  try {
    const packet = path.join(folder, 'packet.xmp')
    // `%` is special in a name.
    await run(['-b', '-XMP', '-W!', packet.replaceAll('%', '%%'), file])
    return await readFile(packet)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
