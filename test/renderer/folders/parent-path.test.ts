import { expect, test } from 'vitest'
import { commandFor, rootOfPath, stepsTo } from '../../../src-renderer/folders/parent-path.ts'

test('the steps to a folder begin at the nearest root above it', () => {
  const roots = ['/', '/home/ann']
  expect(stepsTo('/home/ann/a/b', roots, '/')).toEqual(['/home/ann', '/home/ann/a', '/home/ann/a/b'])
  expect(stepsTo('/home/ann', roots, '/')).toEqual(['/home/ann'])
  expect(stepsTo('/srv/a', roots, '/')).toEqual(['/', '/srv', '/srv/a'])
  expect(stepsTo('C:\\Users\\Ann', ['C:\\'], '\\')).toEqual(['C:\\', 'C:\\Users', 'C:\\Users\\Ann'])
})

test('a sibling with a similar name is in no root', () => {
  expect(stepsTo('/home/anna/a', ['/home/ann'], '/')).toEqual([])
  expect(rootOfPath('/home/anna', ['/home/ann'], '/')).toBeUndefined()
})

test("the command that allows a folder is quoted for the machine's shell", () => {
  expect(commandFor("/media/Ann's card", 'linux')).toBe(String.raw`npx lumafold allow '/media/Ann'\''s card'`)
  expect(commandFor('D:\\My photos', 'win32')).toBe('npx lumafold allow "D:\\My photos"')
})
