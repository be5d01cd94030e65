import { say } from '../../../src-main/contract/sentences/say.ts'
import { expect, test } from 'vitest'
import { shallowRef } from 'vue'
import type { DuplicateGroup } from '../../../src-main/contract/library/duplicates.ts'
import { propertiesOf } from '../../../src-renderer/duplicates/differences.ts'
import { useDuplicateChoices } from '../../../src-renderer/duplicates/use-duplicate-choices.ts'
import { duplicatePhoto } from '../fake-duplicates.ts'
import { fakePhoto } from '../fake-photos.ts'

const group = (...ids: number[]): DuplicateGroup => ({
  kind: 'equal',
  photos: ids.map((id) => duplicatePhoto(fakePhoto(id))),
  keepId: ids[0]!,
  reasons: [say('duplicates.pixels')],
  notes: [],
})

test('the suggested photo is kept until another one is chosen, by number or by steps', () => {
  const groups = [group(1, 2, 3), group(4, 5)]
  const choices = useDuplicateChoices(() => groups)
  expect(choices.choiceOf(groups[0]!)).toEqual({ keepId: 1, ids: [2, 3] })
  choices.step(1)
  expect(choices.choiceOf(groups[0]!)).toEqual({ keepId: 2, ids: [1, 3] })
  choices.step(-1)
  choices.step(-1)
  expect(choices.keepOf(groups[0]!)).toBe(3)
  choices.go(1)
  choices.go(1)
  choices.step(1)
  expect(choices.choiceOf(groups[1]!)).toEqual({ keepId: 5, ids: [4] })
})

test('a choice stays with its group when the list is reloaded, and is dropped with it', () => {
  const groups = shallowRef([group(1, 2), group(4, 5)])
  const choices = useDuplicateChoices(() => groups.value)
  choices.choose(groups.value[1]!, true)
  choices.keep(groups.value[1]!, 5)
  groups.value = [group(5, 4)]
  expect(choices.chosenGroups.value).toHaveLength(1)
  expect(choices.keepOf(groups.value[0]!)).toBe(5)
  groups.value = [group(1, 2)]
  expect(choices.chosenGroups.value).toEqual([])
})

test('only differences between the photos of a group are marked', () => {
  const [a, b] = group(1, 2).photos as [DuplicateGroup['photos'][0], DuplicateGroup['photos'][0]]
  const same = { ...a, id: 2 }
  expect(propertiesOf(a, [a, same]).some(({ differs }) => differs)).toBe(false)
  const smaller = { ...same, width: a.width >> 1, rating: 4 }
  const differing = propertiesOf(a, [a, smaller]).filter(({ differs }) => differs)
  expect(differing.map(({ name }) => name)).toEqual(['Pixels', 'Rating'])
  expect(b.id).toBe(2)
})
