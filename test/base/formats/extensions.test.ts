import { expect, test } from 'vitest'
import {
  extensionOf,
  pictureExtensions,
  rawExtensions,
  tiffRawExtensions,
} from '../../../src-main/base/formats/extensions.ts'

test('every RAW extension is one of a picture, and those in TIFF layout are RAW', () => {
  expect([...rawExtensions].every((name) => pictureExtensions.has(name))).toBe(true)
  expect([...tiffRawExtensions].every((name) => rawExtensions.has(name))).toBe(true)
  const others = [...rawExtensions].filter((name) => !tiffRawExtensions.has(name))
  expect(others.sort()).toEqual(['cr3', 'crw', 'mrw', 'raf', 'rw2', 'x3f'])
})

test('an extension is lower-case and has no dot', () => {
  expect(['a.JPG', 'b.tar.gz', 'c', '.hidden'].map(extensionOf)).toEqual(['jpg', 'gz', '', ''])
})
