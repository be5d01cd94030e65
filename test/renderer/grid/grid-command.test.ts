import { expect, test } from 'vitest'
import { gridCommand } from '../../../src-renderer/grid/grid-command.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const ctrl = { ctrlKey: true }
const state = { hasPhoto: true, hasSelection: true }

test.each([
  ['a', ctrl, null],
  ['Enter', ctrl, null],
  ['3', {}, null],
  [' ', ctrl, 'toggle'],
  [' ', {}, 'open'],
  ['Enter', {}, 'open'],
  ['ContextMenu', {}, 'menu'],
  ['F10', { shiftKey: true }, 'menu'],
  ['F10', {}, null],
  ['Escape', {}, 'clear'],
  ['x', {}, null],
])('%s with %j is %s', (key, modifiers, command) => {
  expect(gridCommand({ ...none, ...modifiers, key }, state)).toBe(command)
})

test('without a photo there is nothing to open or toggle', () => {
  const empty = { ...state, hasPhoto: false }
  expect(gridCommand({ ...none, key: 'Enter' }, empty)).toBe('none')
  expect(gridCommand({ ...none, ...ctrl, key: ' ' }, empty)).toBe('none')
})

test('Escape belongs to the page while nothing is selected', () => {
  expect(gridCommand({ ...none, key: 'Escape' }, { ...state, hasSelection: false })).toBeNull()
})
