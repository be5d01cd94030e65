import { expect, test } from 'vitest'
import { mergeFaces } from '../../../src-main/library/people/face-changes.ts'
import { openWithFaces, statementOn, say } from './rows/people.ts'

test('several people on one photo merge together', async () => {
  const { catalog, ids } = openWithFaces('a.jpg')
  const [id] = ids as [number]
  say(catalog, [[id, [statementOn(100, 100, { name: 'Ben' }), statementOn(600, 100, { name: 'Carl', not: ['Ben'] })]]])
  const others = ['Ben', 'Carl'].map((name) => catalog.people.find(name)!)
  const parts = await mergeFaces(catalog.people, others, 'Anna')
  const faces = [statementOn(100, 100, { name: 'Anna' }), statementOn(600, 100, { name: 'Anna' })]
  expect(parts).toEqual([{ change: { kind: 'faces', faces }, ids: [id] }])
})
