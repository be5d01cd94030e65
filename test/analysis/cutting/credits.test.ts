import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exifOf, xmpOf } from '../../../src-main/analysis/cutting/credits.ts'

const nothing = { creator: null, copyright: null, takenAt: null, offset: null }

test('EXIF holds ASCII only, with the date as EXIF writes it', () => {
  expect(exifOf({ creator: 'Ann', copyright: '© Ann', takenAt: '2024-05-06T07:08:09.123', offset: '+02:00' })).toEqual({
    IFD0: { Artist: 'Ann', Software: 'Lumafold' },
    IFD2: { DateTimeOriginal: '2024:05:06 07:08:09', OffsetTimeOriginal: '+02:00' },
  })
  expect(exifOf({ ...nothing, offset: '+02:00' }).IFD2).toEqual({})
})

test('the XMP packet is there only where there is something to say', () => {
  expect(xmpOf(nothing)).toBeNull()
  expect(xmpOf({ ...nothing, copyright: 'a<b>&"c' })).toContain('a&#60;b&#62;&#38;&#34;c')
})

test('no text breaks the packet', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (creator) => {
      const text = /<rdf:li>(.*)<\/rdf:li>/su.exec(xmpOf({ ...nothing, creator: `x${creator}` })!)![1]!
      expect(text).not.toMatch(/[<>\ufffe]|&(?!#\d+;)/)
      expect([...text].filter((character) => character <= '\u0008')).toEqual([])
    }),
  )
})
