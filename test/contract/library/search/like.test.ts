import { expect, test } from 'vitest'
import { MAX_COMPARED, printLike, readLike } from '../../../../src-main/contract/library/search/like.ts'

test('photos are read by number, with the wanted similarity', () => {
  expect(readLike('12')).toEqual({ ids: [12], likeness: 'alike' })
  expect(readLike('12+15~VERY')).toEqual({ ids: [12, 15], likeness: 'very' })
  for (const wrong of ['', '0', '-1', '1.5', 'dog', '12~', '12~near', '12+', '+12', '9'.repeat(20)])
    expect(readLike(wrong), wrong).toBeNull()
  const many = Array.from({ length: MAX_COMPARED }, (_, place) => place + 1)
  expect(readLike(many.join('+'))?.ids).toEqual(many)
  expect(readLike([...many, 99].join('+'))).toBeNull()
})

test('written text is read back', () => {
  for (const value of ['12', '12+15', '12~very', '3+4~same']) expect(printLike(readLike(value)!)).toBe(value)
})
