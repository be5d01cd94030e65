import { expect, test } from 'vitest'
import {
  checkLimits,
  MAX_CLASSIFIERS,
  MAX_STORED_PICTURES,
} from '../../../src-main/service/classifiers/classifier-limits.ts'

const added = { id: 'boats', kind: 'tagger', pictures: 10 } as const
const placeAmong = (classifiers: number, pictures: number) => ({ present: null, others: { classifiers, pictures } })

test('the last classifier and the last picture fit, one more is refused', () => {
  expect(() => checkLimits(placeAmong(MAX_CLASSIFIERS - 1, MAX_STORED_PICTURES - 10), added)).not.toThrow()
  expect(() => checkLimits(placeAmong(MAX_CLASSIFIERS, 0), added)).toThrow(
    expect.objectContaining({ code: 'bad-params', message: expect.stringContaining('200 taggers and categorizers') }),
  )
  expect(() => checkLimits(placeAmong(0, MAX_STORED_PICTURES - 9), added)).toThrow(
    expect.objectContaining({
      code: 'bad-params',
      message: expect.stringContaining('19991 are kept for other taggers'),
    }),
  )
})
