import { expect, test } from 'vitest'
import { TagSource } from '../../../../src-main/contract/analysis/tag.ts'
import { NsfwVerdict, PhotoStatus } from '../../../../src-main/contract/library/photo.ts'
import { nsfwVerdict, photoStatus, tagSource } from '../../../../src-main/library/catalog/codecs/numbered.ts'

test('stored numbers never change their meaning', () => {
  expect(tagSource.number).toEqual({ engine: 0, remote: 1, person: 2, file: 3 })
  expect(photoStatus.number).toEqual({ pending: 0, ready: 1, failed: 2, missing: 3, offline: 4 })
  expect(nsfwVerdict.number).toEqual({ safe: 0, underwear: 1, nsfw: 2 })
})

test('every name in the contract has a number', () => {
  expect(tagSource.names.toSorted()).toEqual(TagSource.options.toSorted())
  expect(photoStatus.names.toSorted()).toEqual(PhotoStatus.options.toSorted())
  expect(nsfwVerdict.names.toSorted()).toEqual(NsfwVerdict.options.toSorted())
  expect(tagSource.nameOf(99)).toBe('engine')
})
