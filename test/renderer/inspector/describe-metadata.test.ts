import { expect, test } from 'vitest'
import { describeProgress } from '../../../src-renderer/analysis/describe-progress.ts'
import { writeBytes, writeDate, writeDuration, writeExposure } from '../../../src-renderer/words/wording.ts'
import { cameraName, describeFile, describeShot } from '../../../src-renderer/inspector/describe-metadata.ts'
import { fakePhoto } from '../fake-photos.ts'

test('exposure is written the way photographers write it', () => {
  expect(writeExposure(1 / 250)).toBe('1/250 s')
  expect(writeExposure(0.5)).toBe('0.5 s')
  expect(writeExposure(30)).toBe('30 s')
  const fields = [...describeShot(fakePhoto(1)), ...describeFile(fakePhoto(1))]
  const valueOf = (label: string) => fields.find((field) => field.label === label)?.value
  expect(valueOf('Exposure')).toBe('1/250\u00a0s\u2002f/5.6\u2002ISO\u00a0200')
  expect(valueOf('Focal')).toBe('23\u00a0mm')
})

test('lines without a value are left out', () => {
  const labels = [...describeShot(fakePhoto(1)), ...describeFile(fakePhoto(1))].map((fact) => fact.label)
  expect(labels).toContain('Camera')
  expect(labels).not.toContain('Caption')
  expect(labels).not.toContain('Position')
})

test("details besides a file's texts are shown: flag, label, names of people and regions, the place", () => {
  const photo = fakePhoto(1, { pick: -1, label: 'Red' })
  const region = { type: 'face' as const, x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
  const metadata = {
    ...photo.metadata,
    people: ['Grandma'],
    regions: [
      { ...region, name: 'Grandma' },
      { ...region, type: 'pet' as const, name: 'Rex' },
      { ...region, name: null },
    ],
    latitude: -33.8568,
    longitude: 151.2153,
    city: 'Sydney',
  }
  const full = { ...photo, metadata }
  const lines = [...describeShot(full), ...describeFile(full)]
  expect(Object.fromEntries(lines.map(({ label, value }) => [label, value]))).toMatchObject({
    Flag: 'Rejected',
    Label: 'Red',
    People: 'Grandma, Rex',
    Place: 'Sydney',
    Position: '33.8568° S, 151.2153° E',
  })
})

test('a maker is not repeated', () => {
  expect(cameraName('NIKON CORPORATION', 'NIKON D750')).toBe('NIKON D750')
  expect(cameraName('FUJIFILM', 'X-T4')).toBe('FUJIFILM X-T4')
  expect(cameraName(null, null)).toBe('')
})

test('a wall-clock time is moved to no zone', () => {
  expect(writeDate('2024-03-14T09:31:05')).toBe('14 Mar 2024, 09:31')
})

test('bytes and durations in suitable units', () => {
  expect([writeBytes(0), writeBytes(840_000), writeBytes(12_400_000)]).toEqual(['0 B', '840 KB', '12.4 MB'])
  expect([writeDuration(4), writeDuration(42), writeDuration(190), writeDuration(4800)]).toEqual([
    'a few seconds',
    '40 s',
    '3 min',
    '1 h 20 min',
  ])
})

test('progress counts failed photos as done and never exceeds its total', () => {
  const status = {
    state: 'analysing' as const,
    scanned: 0,
    total: 100,
    analysed: 90,
    failed: 15,
    pending: 0,
    perSecond: 12.4,
    secondsLeft: 8,
  }
  expect(describeProgress(status)).toMatchObject({
    percent: 100,
    done: '105 of 105',
    speed: '12 photos/s',
    left: 'a few seconds left',
  })
})

test('findings of a service are marked; other photos have no such line', () => {
  const lineOf = (byService?: string[]) =>
    describeFile({ ...fakePhoto(1), byService }).find((fact) => fact.label === 'Service')?.value
  expect(lineOf(['croppings', 'hash', 'colors', 'tags'])).toBe('Found tags, colours, crops')
  expect(lineOf([])).toBeUndefined()
  expect(lineOf()).toBeUndefined()
})

test("keywords, the serial number, the file's time and files of the same shot are shown too", () => {
  const photo = fakePhoto(1, { modifiedAt: '2024-03-14T09:31:00.000Z', otherFiles: ['/photos/a.dng'] })
  const metadata = { ...photo.metadata, keywords: ['alpha, beta', 'sea'], cameraSerial: 'X-12' }
  const lines = new Map(describeFile({ ...photo, metadata }).map(({ label, value }) => [label, value]))
  expect(lines.get('Keywords')).toBe('alpha, beta, sea')
  expect(lines.get('Serial')).toBe('X-12')
  expect(lines.get('Changed')).toContain('14 Mar 2024')
  expect(lines.get('Beside it')).toBe('a.dng')
})
