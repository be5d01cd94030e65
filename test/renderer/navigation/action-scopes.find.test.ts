import { describe, expect, test } from 'vitest'
import { findShortcut } from '../../../src-renderer/navigation/use-action-scopes.ts'
import { shortcuts, writeKeys, type ShortcutScope } from '../../../src-renderer/navigation/shortcuts.ts'

const presets = ['lightroom', 'photo-mechanic'] as const
const press = (key: string, options: KeyboardEventInit = {}): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, ...options })
  const on = { CapsLock: options.modifierCapsLock, AltGraph: options.modifierAltGraph }
  event.getModifierState = (name) => on[name as keyof typeof on] ?? false
  return event
}
const found = (
  event: KeyboardEvent,
  scope: ShortcutScope = 'photo',
  preset: (typeof presets)[number] = 'lightroom',
) => {
  const { shortcut, advances } = findShortcut(event, scope, preset) ?? {}
  return shortcut && [shortcut.action, advances]
}

describe.each(presets)('in the preset %s', (preset) => {
  test.each(['window', 'grid', 'photo', 'compare'] as const)('each key means one thing in %s', (scope) => {
    const keys = shortcuts
      .filter(({ scopes }) => scopes.includes(scope) || scopes.includes('window'))
      .flatMap((shortcut) => shortcut.keys[preset])
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
})

test.each([
  ['p', {}, 'pick'],
  ['x', {}, 'reject'],
  ['u', {}, 'unflag'],
  ['`', {}, 'toggle-pick'],
  ['3', {}, 'rate-3'],
  ['6', {}, 'label-Red'],
  ['9', {}, 'label-Blue'],
  ['?', { shiftKey: true }, 'help'],
  ['z', { ctrlKey: true }, 'undo'],
  ['Z', { metaKey: true, shiftKey: true }, 'redo'],
])('%s with %j is %s as in Lightroom', (key, options, action) => {
  expect(found(press(key, options))).toEqual([action, false])
})

test.each([
  ['t', {}, 'toggle-pick'],
  ['1', {}, 'label-Red'],
  ['0', {}, 'label-'],
  ['4', { ctrlKey: true }, 'rate-4'],
  ['k', {}, 'tag'],
])('%s with %j is %s as in Photo Mechanic', (key, options, action) => {
  expect(found(press(key, options), 'photo', 'photo-mechanic')).toEqual([action, false])
})

test.each(presets)('Ctrl+D selects nothing, as in the program of the preset %s', (preset) => {
  expect(found(press('d', { ctrlKey: true }), 'grid', preset)).toEqual(['clear', false])
  expect(found(press('d'), 'grid', preset)).toBeUndefined()
})

test('Shift and Caps Lock move to the next photo, for marks alone', () => {
  expect(found(press('P', { shiftKey: true }))).toEqual(['pick', true])
  expect(found(press('X', { modifierCapsLock: true }))).toEqual(['reject', true])
  expect(found(press('%', { shiftKey: true, code: 'Digit5' }))).toEqual(['rate-5', true])
  expect(found(press('I', { shiftKey: true }))).toBeUndefined()
  expect(found(press('I', { modifierCapsLock: true }))).toEqual(['information', false])
})

test('a character is found wherever a keyboard has it', () => {
  expect(found(press('/', { shiftKey: true, code: 'Digit7' }))).toEqual(['search', false])
  expect(found(press('(', { code: 'Digit5' }))).toEqual(['rate-5', false])
  expect(found(press('`', { ctrlKey: true, altKey: true, modifierAltGraph: true }))).toEqual(['toggle-pick', false])
})

test('a key acts only in the places its line names', () => {
  expect(found(press('Delete'), 'compare')).toEqual(['leave-out', false])
  expect(found(press('Delete'), 'photo')).toEqual(['trash', false])
  expect(found(press('Delete'), 'window')).toBeUndefined()
  expect(found(press('p'), 'window')).toBeUndefined()
  expect(found(press('p', { altKey: true }))).toBeUndefined()
})

test('keys are written for people', () => {
  expect(writeKeys('redo', 'lightroom')).toBe('Ctrl + Shift + Z, Ctrl + Y')
  expect(writeKeys('previous', 'lightroom')).toBe('←')
  expect(writeKeys('toggle-pick', 'photo-mechanic')).toBe('T, `')
  expect(writeKeys('zoom-in', 'lightroom')).toBe('+, =')
})
