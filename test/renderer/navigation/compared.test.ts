import { expect, test } from 'vitest'
import { comparedIds, readCompared, writeCompared } from '../../../src-renderer/navigation/compared.ts'

test('the compared photos are written to an address and read again', () => {
  const all = [
    { photoIds: [12] },
    { photoIds: [12, 15] },
    { photoId: 3, region: { left: 0.1, top: 0.2, width: 0.5, height: 0.25 } },
    { pictureId: '00112233445566aa' },
  ]
  for (const to of all) expect(readCompared(writeCompared(to))).toEqual(to)
  expect(all.map(comparedIds)).toEqual([[12], [12, 15], [3], []])
})

test('an empty address is invalid', () => {
  for (const text of ['', '0', 'a', '1,', '1@', '1@0,0,2,1', '1,2@0,0,1,1', 'picture-x', '12@0.1,0.2'])
    expect(readCompared(text), text).toBeNull()
})
