import { expect, test } from 'vitest'
import { chooseSidecar, type SidecarNaming } from '../../../../src-main/library/metadata/plan/choose-sidecar.ts'

const choose = (photo: string, names: string[], naming?: SidecarNaming) => {
  const { present, fresh } = chooseSidecar(`/p/${photo}`, [photo, ...names], naming)
  return { present: present.map((path) => path.slice(3)), fresh: fresh.slice(3) }
}

test('a new sidecar gets the name that sidecar programs use, or the one the person chose', () => {
  expect(choose('a.CR3', []).fresh).toBe('a.xmp')
  expect(choose('a.jpg', []).fresh).toBe('a.jpg.xmp')
  expect(choose('a.CR3', [], 'name.ext.xmp').fresh).toBe('a.CR3.xmp')
  expect(choose('a.jpg', [], 'name.xmp').fresh).toBe('a.xmp')
})

test('an existing one is used, the more specific first', () => {
  expect(choose('a.CR3', ['a.XMP']).present).toEqual(['a.XMP'])
  expect(choose('a.CR3', ['a.xmp', 'a.CR3.xmp']).present).toEqual(['a.CR3.xmp', 'a.xmp'])
  expect(choose('a.jpg', ['a.xmp', 'b.xmp']).present).toEqual(['a.xmp'])
})

test('two photos never share one', () => {
  expect(choose('a.jpg', ['a.CR3', 'a.xmp'])).toEqual({ present: [], fresh: 'a.jpg.xmp' })
  expect(choose('a.CR3', ['a.jpg', 'a.xmp'])).toEqual({ present: ['a.xmp'], fresh: 'a.xmp' })
  expect(choose('a.jpg', ['a.CR3'], 'name.xmp').fresh).toBe('a.jpg.xmp')
  expect(choose('a.dng', ['a.CR3', 'a.xmp'])).toEqual({ present: [], fresh: 'a.dng.xmp' })
  expect(choose('a.CR3', ['a.dng', 'a.xmp'])).toEqual({ present: [], fresh: 'a.CR3.xmp' })
  expect(choose('a.jpg', ['a.png', 'a.xmp'], 'name.xmp')).toEqual({ present: [], fresh: 'a.jpg.xmp' })
})
