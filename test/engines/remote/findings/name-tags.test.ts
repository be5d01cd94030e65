import { expect, test } from 'vitest'
import { nameTags } from '../../../../src-main/engines/remote/findings/name-tags.ts'
import { TagAnswer } from '../../../../src-main/engines/remote/requests/answers.ts'

const named = (...tags: object[]) =>
  nameTags(TagAnswer.parse(tags), null).map(({ name, confidence, keptAs }) => ({ name, confidence, keptAs }))

test('whether a service would show a tag is kept along with how likely the tag is', () => {
  expect(named({ confidence: 66, kept_as: 19.2, tag: { en: 'outdoors' } })).toEqual([
    { name: 'outdoors', confidence: 66, keptAs: 19.2 },
  ])
})

test('a service that says only how likely a tag is has it shown by that', () => {
  const likely = { name: 'outdoors', confidence: 66, keptAs: undefined }
  expect(named({ confidence: 66, tag: 'outdoors' })).toEqual([likely])
  expect(named({ confidence: 66, kept_as: null, tag: 'outdoors' })).toEqual([likely])
  expect(named({ confidence: 66, kept_as: 80, tag: 'outdoors' })).toEqual([likely])
})
