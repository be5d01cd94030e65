import { expect, test } from 'vitest'
import { rootPath } from '../../../../../src-main/library/transfer/import/sources/digikam/root-path.ts'

test('a collection has the path that digiKam names, or begins with its first folder on the disk', () => {
  expect(rootPath('volumeid:?path=/photos', '/')).toBe('/photos/')
  expect(rootPath('volumeid:?path=%2Fhome%2Fme%2FMy%20Pictures', '/2024')).toBe('/home/me/My Pictures/2024')
  expect(rootPath('networkshareid:?mountpath=/mnt/nas&x=1', '/a/')).toBe('/mnt/nas/a')
  expect(rootPath('volumeid:?path=/100%', '/')).toBe('/100%/')
  expect(rootPath('volumeid:?uuid=1234-abcd', '/Pictures/2024')).toBe('Pictures/2024')
})
