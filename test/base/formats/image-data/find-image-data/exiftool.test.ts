import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExifTool } from 'exiftool-vendored'
import { afterAll, describe, expect, test } from 'vitest'
import { findImageData } from '../../../../../src-main/base/formats/image-data/find-image-data.ts'
import { imageHashOf } from '../../../../../src-main/base/formats/image-data/image-hash.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { sharedPhotos } from '../../../../fixtures/shared.ts'
import { sampleFiles, type SampleFile } from '../sample-files.ts'

const tool = new ExifTool({ maxProcs: 1, taskTimeoutMillis: 30_000 })
afterAll(() => tool.end())

const shared = sharedPhotos()
const contentHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const hasPerl = () => {
  try {
    execFileSync('perl', ['-v'])
    return true
  } catch {
    return process.platform === 'win32'
  }
}

const metadata = {
  'XMP-xmp:Rating': 4,
  'XMP-dc:Subject': ['Grandma', 'holiday'],
  'XMP-dc:Title': 'A title that is long enough to move what follows it. '.repeat(60),
  GPSLatitude: 48.8584,
  GPSLatitudeRef: 'N',
  GPSLongitude: 2.2945,
  GPSLongitudeRef: 'E',
}

/** The file after exiftool wrote metadata into it; null if exiftool does not write such a file. */
async function writeMetadata({ name, bytes }: SampleFile): Promise<Buffer | null> {
  const path = join(tempFolder(), name)
  writeFileSync(path, bytes)
  try {
    await tool.write(path, metadata as never, { writeArgs: ['-overwrite_original', '-m'] })
  } catch {
    return null
  }
  const after = readFileSync(path)
  return after.equals(bytes) ? null : after
}

/** The bytes with one bit of the picture flipped, in the middle of its largest piece. */
function damagePicture(bytes: Buffer): Buffer {
  const largest = findImageData(bytes).toSorted((a, b) => b.end - b.start - (a.end - a.start))[0]!
  const damaged = Buffer.from(bytes)
  const at = Math.floor((largest.start + largest.end) / 2)
  damaged[at] = damaged[at]! ^ 1
  return damaged
}

async function checkFiles(files: readonly SampleFile[]): Promise<string[]> {
  const written: string[] = []
  for (const file of files) {
    const after = await writeMetadata(file)
    expect(imageHashOf(damagePicture(file.bytes)), file.name).not.toBe(imageHashOf(file.bytes))
    if (after === null) continue
    written.push(file.name)
    expect(contentHash(after), file.name).not.toBe(contentHash(file.bytes))
    expect(imageHashOf(after), file.name).toBe(imageHashOf(file.bytes))
    expect(imageHashOf(damagePicture(after)), file.name).not.toBe(imageHashOf(file.bytes))
  }
  return written
}

const filesIn = (folder: string): SampleFile[] =>
  readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))

describe.runIf(hasPerl())('ratings, keywords and places written by exiftool do not change the image data', () => {
  test('in a picture of each container', { tags: 'night' }, async () => {
    const files = await sampleFiles()
    const written = await checkFiles(files)
    // ExifTool does not write BigTIFF, nor files of unknown cameras.
    const isWritten = (name: string) => /\.(jpg|png|gif|webp|tif|avif|psd|jxl)$/.test(name) && name !== 'big.tif'
    expect(written).toEqual(expect.arrayContaining(files.map(({ name }) => name).filter(isWritten)))
  })

  test.runIf(shared)('in real files of cameras (../shared/photos/formats)', async () => {
    const written = await checkFiles(filesIn(join(shared!, 'formats')))
    expect(written.length).toBeGreaterThan(8)
  })

  test.runIf(shared)('in odd and damaged files (../shared/photos/robustness)', { tags: 'night' }, async () => {
    const written = await checkFiles(filesIn(join(shared!, 'robustness')))
    expect(written.length).toBeGreaterThan(60)
  })
})
