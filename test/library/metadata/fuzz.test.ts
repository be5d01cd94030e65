import { readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliCompressSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { forkMetadata } from '../../../src-main/library/metadata/host/metadata-child.ts'
import { MetadataReader } from '../../../src-main/library/metadata/host/metadata-reader.ts'
import { extensionOf, rawExtensions } from '../../../src-main/base/formats/extensions.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { byNight } from '../../fixtures/night.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { psdFile } from '../../fixtures/psd-files.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { createRandom, type Random } from '../../fuzz/random.ts'
import { endlessHeif, heifFile } from './heif-file.ts'
import {
  gifXmp,
  jpegWithExif,
  jxlFile,
  mediaBox,
  pngChunk,
  tiffWithMakeAtEnd,
  withIptc,
  withXmp,
  xmpPacket,
} from './photo-file.ts'

type Sample = { extension: string; bytes: Buffer }

const HEAD_BYTES = 64 * 1024
const BATCH = 100
/** `LUMAFOLD_FUZZ_FILES=10000` searches longer. */
const FILES = Number(process.env['LUMAFOLD_FUZZ_FILES'] ?? byNight(300, 4_000))
const exif = { IFD0: { Make: 'Lumen' }, IFD2: { DateTimeOriginal: '2019:05:12 23:59:58' } }

async function drawnSamples(): Promise<Sample[]> {
  const jpeg = withXmp(withIptc(await jpegWithExif(exif), [[25, Buffer.from('sea')]]), xmpPacket('xmp:Rating="4"'))
  const other = async (extension: 'png' | 'webp' | 'tiff') => {
    const picture = sharp(await drawPicture({ width: 60, height: 40 })).withExif(exif)
    return { extension: `.${extension}`, bytes: await picture.toFormat(extension).toBuffer() }
  }
  return [
    { extension: '.jpg', bytes: jpeg },
    { extension: '.heic', bytes: endlessHeif },
    { extension: '.heic', bytes: heifFile({ exif: tiffWithMakeAtEnd('Lumen'), xmp: xmpPacket('') }) },
    { extension: '.tif', bytes: tiffWithMakeAtEnd('Lumen') },
    { extension: '.xmp', bytes: Buffer.from(xmpPacket('xmp:Rating="4"', '<dc:title>t</dc:title>')) },
    ...(await Promise.all([other('png'), other('webp'), other('tiff')])),
    ...(await blockSamples()),
  ]
}

/** Files with metadata in separate blocks, plain and compressed. */
async function blockSamples(): Promise<Sample[]> {
  const packet = Buffer.from(xmpPacket('xmp:Rating="4"'))
  const [gif, png] = await Promise.all(
    (['gif', 'png'] as const).map((format) => drawPicture({ width: 8, height: 8, format })),
  )
  const iptc = Buffer.from('\x1c\x02\x19\0\x03sea', 'latin1')
  const planes = Array.from({ length: 3 }, () => Buffer.alloc(64))
  const resources = [
    { id: 1028, content: iptc },
    { id: 1058, content: tiffWithMakeAtEnd('Lumen').subarray(0, 8) },
    { id: 1060, content: packet },
  ]
  const profile = `Raw profile type iptc\0\niptc\n ${iptc.length}\n${iptc.toString('hex')}\n`
  const compressed = pngChunk('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0', deflateSync(packet))
  const chunks = [compressed, pngChunk('tEXt', profile), pngChunk('tEXt', 'Creation Time\x003 Feb 2018 04:05 GMT')]
  return [
    {
      extension: '.jxl',
      bytes: jxlFile(mediaBox('xml ', packet), mediaBox('brob', 'xml ', brotliCompressSync(packet))),
    },
    { extension: '.psd', bytes: psdFile({ width: 8, height: 8, mode: 3, depth: 8, planes, resources }) },
    { extension: '.gif', bytes: Buffer.concat([gif!.subarray(0, -1), gifXmp(packet), gif!.subarray(-1)]) },
    { extension: '.png', bytes: Buffer.concat([png!.subarray(0, 33), ...chunks, png!.subarray(33)]) },
  ]
}

/** RAW files are read by content under another name, since ExifTool, which reads damaged ones, is slow. */
const extensionFor = (file: string) => (rawExtensions.has(extensionOf(file)) ? '.tif' : extname(file))

function realSamples(): Sample[] {
  const photos = sharedPhotos()
  if (photos === null) return []
  const folders = ['formats', 'formats/xmp', 'robustness', 'exif-orientation'].map((name) => join(photos, name))
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => ({ extension: extensionFor(file), bytes: readFileSync(file).subarray(0, HEAD_BYTES) }))
}

/** Cut off anywhere, or with changed bytes, most of them near the beginning, which has lengths and offsets. */
function damage(bytes: Buffer, random: Random): Buffer {
  const whole = random.chance(0.3) ? bytes.subarray(0, random.below(bytes.length)) : bytes
  const damaged = Buffer.from(whole)
  const reach = random.chance(0.7) ? Math.min(2_000, damaged.length) : damaged.length
  for (let change = random.below(20); change > 0 && reach > 0; change--)
    damaged[random.below(reach)] = random.pick([0, 255, random.below(256)])
  return damaged
}

async function putDamaged(folder: string, place: number, { extension, bytes }: Sample, random: Random) {
  const isSidecar = extension === '.xmp'
  const photo = join(folder, `${place}${isSidecar ? '.jpg' : extension}`)
  await writeFile(photo, isSidecar ? '' : damage(bytes, random))
  if (isSidecar) await writeFile(`${photo}.xmp`, damage(bytes, random))
  return photo
}

test('damaged files neither block nor end the process that reads them', async () => {
  const samples = [...(await drawnSamples()), ...realSamples()]
  const random = createRandom(12_345)
  const warnings: object[] = []
  let forks = 0
  const reader = new MetadataReader({
    log: { debug() {}, warn: (_message, details = {}) => void warnings.push(details) },
    // A busy machine is not the file's fault; a hanging one still fails.
    limits: { silentTicks: 240, cpuMs: 20_000 },
    fork: (onNoise) => (forks++, forkMetadata(onNoise)),
  })
  onTestFinished(() => reader.close())
  const folder = tempFolder('fuzz')
  for (let batch = 0; batch < FILES / BATCH; batch++) {
    const files: string[] = []
    for (let place = 0; place < BATCH; place++)
      files.push(await putDamaged(folder, place, random.pick(samples), random))
    const readings = await reader.read(files)
    const given = readings.map((reading) => reading.ok && reading.value !== null)
    expect(warnings, `batch ${batch}`).toEqual([])
    expect(given.indexOf(false), `batch ${batch}`).toBe(-1)
  }
  expect(forks).toBe(1)
})
