import { expect, test } from 'vitest'
import { usualColumns } from '../../../src-main/contract/library/list-column.ts'
import { columnDefinitions, toggleColumn } from '../../../src-renderer/grid/list-columns.ts'
import { listRowOf, fakePhoto, tileOf } from '../fake-photos.ts'

const photo = fakePhoto(1, { name: 'DSC_1.NEF', format: '', path: '/photos/2024/DSC_1.NEF' })
const cell = (column: keyof typeof columnDefinitions) =>
  columnDefinitions[column].text?.(tileOf(photo), listRowOf(photo))

test('cells are written the way photographers write', () => {
  expect(cell('aperture')).toBe('f/5.6')
  expect(cell('exposureTime')).toBe('1/250 s')
  expect(cell('focalLength')).toBe('23 mm')
  expect(cell('dimensions')).toBe('4500 × 3000')
  expect(cell('size')).toBe('4.8 MB')
  expect(cell('type')).toBe('NEF')
  expect(columnDefinitions.type.text?.(tileOf(fakePhoto(3)), { ...listRowOf(photo), format: '' })).toBe('JPEG')
  expect(cell('folder')).toBe('/photos/2024')
})

test('a cell is empty until its list row is loaded, and without a value', () => {
  const tile = tileOf(fakePhoto(2, { takenAt: null, width: 0, height: 0 }))
  for (const [column, { text }] of Object.entries(columnDefinitions))
    if (column !== 'name') expect(text?.(tile, undefined) ?? '').toBe('')
  const row = { ...listRowOf(fakePhoto(2)), aperture: null, iso: null, exposureTime: null, focalLength: null }
  expect(columnDefinitions.aperture.text?.(tile, row)).toBe('')
  expect(columnDefinitions.iso.text?.(tile, row)).toBe('')
})

test('a column shown again is at its usual place; the name always stays', () => {
  const without = toggleColumn(usualColumns, 'lens')
  expect(without.map(({ column }) => column)).not.toContain('lens')
  expect(toggleColumn(without, 'lens')).toEqual(usualColumns)
  expect(toggleColumn(usualColumns, 'name')).toEqual(usualColumns)
})
