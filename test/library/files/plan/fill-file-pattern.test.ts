import { expect, test } from 'vitest'
import { fillFilePattern } from '../../../../src-main/library/files/plan/fill-file-pattern.ts'

const values = {
  name: 'IMG_1.JPG',
  original: 'DSC_9.NEF',
  takenAt: '2024-02-29T23:59:58',
  rating: 3,
  camera: 'X-T5',
  title: 'Sun/sea',
  folder: '2024',
  counter: 7,
}

test.each([
  ['{title}_{counter}', { title: 'x'.repeat(300) }, `${'x'.repeat(196)}_007`],
  [
    '{title}-{folder}-{date}-{counter:5}',
    { title: '海'.repeat(99), folder: '山'.repeat(99) },
    /^海{30}-山{30}-2024-02-29-00007$/,
  ],
  ['{name} {title}', {}, 'IMG_1 Sun_sea'],
  ['{title}', { title: 'con.' }, '_con'],
  ['{title}', { title: '...' }, 'photo'],
  ['{time} {hour}{minute}{second}', {}, '235958 235958'],
])('%s is filled', (pattern, more, expected) => {
  const name = fillFilePattern(pattern, { ...values, ...more })
  expect(name).toMatch(expected instanceof RegExp ? expected : new RegExp(`^${expected}$`))
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
})
