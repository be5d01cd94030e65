import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  forkMetadata,
  metadataEntry,
  type MetadataChild,
} from '../../../../src-main/library/metadata/host/metadata-child.ts'
import { MetadataReader, type Reading } from '../../../../src-main/library/metadata/host/metadata-reader.ts'
import type { ReadingLimits } from '../../../../src-main/library/metadata/host/progress-watch.ts'
import type { FileMetadata } from '../../../../src-main/library/metadata/read-metadata.ts'
import { readMetadata } from '../../../../src-main/library/metadata/read-metadata.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { byNight } from '../../../fixtures/night.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { jpegWithExif, put, xmpPacket } from '../photo-file.ts'

/** Ticks are short, so that tests need not wait; limits not under test are those of a very busy machine. */
const limits: Partial<ReadingLimits> = {
  tickMs: 20,
  startTicks: 5_000,
  silentTicks: 1_000,
  waitTicks: 5_000,
  cpuMs: 1_000_000,
  aloneFactor: 2,
}
const faulty = join(import.meta.dirname, 'faulty-metadata.ts')

/** A reader with misbehaving processes; `forks` are those it has started. */
function openFaulty(more: Partial<ReadingLimits> = {}, entry = faulty) {
  const forks: MetadataChild[] = []
  const warnings: object[] = []
  const reader = new MetadataReader({
    log: { debug() {}, warn: (_message, details = {}) => void warnings.push(details) },
    limits: { ...limits, ...more },
    fork(onNoise) {
      const child = forkMetadata(onNoise, entry)
      forks.push(child)
      return child
    },
  })
  onTestFinished(() => reader.close())
  return { reader, forks, warnings }
}

const captionOf = (reading: Reading<FileMetadata>) => (reading.ok ? reading.value?.metadata.caption : reading.reason)

test('a batch is read in another process as in this one', async () => {
  const folder = tempFolder('metadata')
  const files = await drawPhotos(folder, 12)
  const reader = new MetadataReader({ log: console })
  onTestFinished(() => reader.close())
  const readings = await reader.read([...files, join(folder, 'none.jpg')])
  expect(readings.at(-1)).toEqual({ ok: true, value: null })
  for (const [place, file] of files.entries())
    expect(readings[place]).toEqual({ ok: true, value: await readMetadata(file) })
  expect(await reader.read([])).toEqual([])
})

test('evidence is read from the file alone', { tags: 'night' }, async () => {
  const folder = tempFolder('metadata')
  const exif = { IFD0: { Make: 'Lumen', Model: 'L-1' }, IFD2: { DateTimeOriginal: '2019:05:12 23:59:58' } }
  const file = await put(join(folder, 'a.jpg'), await jpegWithExif(exif))
  await put(`${file}.xmp`, xmpPacket('exif:DateTimeOriginal="2001-01-01T00:00:00"'))
  const { reader } = openFaulty({}, metadataEntry())
  expect(await reader.readEvidence([file, join(folder, 'none.jpg')])).toEqual([
    { takenAt: '2019-05-12T23:59:58', subsec: null, camera: 'Lumen L-1', cameraSerial: null },
    null,
  ])
})

const misbehaviours: [string, RegExp, Partial<ReadingLimits>][] = [
  ['crash.jpg', /ended the process.*exit code 3/, {}],
  ['loop.jpg', /too long/, { silentTicks: 100 }],
  ['spin.jpg', /processor time/, { cpuMs: 500 }],
  ['grow.jpg', /memory/, { residentBytes: 400 * 1024 * 1024 }],
]
test.each(byNight(misbehaviours.slice(0, 2), misbehaviours))(
  '%s costs only itself, after a second try',
  { tags: 'night' },
  async (name, reason, most) => {
    const { reader, forks, warnings } = openFaulty(most)
    const readings = await reader.read(['/a.jpg', `/${name}`, '/b.jpg'])
    expect(captionOf(readings[0]!)).toBe('/a.jpg')
    const given = readings[1]!
    expect(given.ok ? '' : inEnglish(given.reason)).toMatch(reason)
    expect(captionOf(readings[2]!)).toBe('/b.jpg')
    expect(captionOf((await reader.read(['/c.jpg']))[0]!)).toBe('/c.jpg')
    expect(warnings).toEqual([expect.objectContaining({ file: `/${name}` })])
    expect(forks).toHaveLength(3)
  },
)

test.skipIf(process.platform === 'win32')(
  'time spent waiting for a disk does not count',
  { tags: 'night' },
  async () => {
    const pipe = join(tempFolder('metadata'), 'slow.fifo')
    execFileSync('mkfifo', [pipe])
    const { reader, forks } = openFaulty({ tickMs: 5, silentTicks: 400 })
    const reading = reader.read([pipe])
    const signs = Promise.withResolvers<void>()
    let count = 0
    await expect.poll(() => forks.length).toBe(1)
    forks[0]!.onMessage(({ kind }) => void (kind === 'progress' && ++count === 450 && signs.resolve()))
    await signs.promise
    await writeFile(pipe, 'at last')
    expect(captionOf((await reading)[0]!)).toBe('at last')
    expect(forks).toHaveLength(1)
  },
)

test.skipIf(process.platform === 'win32')(
  'a disk that never answers leaves its files for later',
  { tags: 'night' },
  async () => {
    const pipe = join(tempFolder('metadata'), 'gone.fifo')
    execFileSync('mkfifo', [pipe])
    const { reader, warnings } = openFaulty({ waitTicks: 10 })
    const [good, gone] = await reader.read(['/a.jpg', pipe])
    expect(captionOf(good!)).toBe('/a.jpg')
    expect(gone).toEqual({ ok: true, value: null })
    expect(warnings).toEqual([])
  },
)

test('a process that cannot start blames no file', { tags: 'night' }, async () => {
  const { reader, forks } = openFaulty({}, join(import.meta.dirname, 'no-such-program.ts'))
  await expect(reader.read(['/a.jpg'])).rejects.toThrow('does not start')
  expect(forks.length).toBeGreaterThan(1)
})

test('closing ends a hanging read', async () => {
  const { reader, forks } = openFaulty({ silentTicks: 1e6 })
  const reading = reader.read(['/loop.jpg'])
  await expect.poll(() => forks.length).toBe(1)
  const ended = new Promise((resolve) => forks[0]!.onExit(resolve))
  reader.close()
  await expect(reading).rejects.toThrow('closed')
  expect(await ended).toMatch(/SIGKILL/)
})
