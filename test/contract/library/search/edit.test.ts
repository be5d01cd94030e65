import { describe, expect, test } from 'vitest'
import { readColors } from '../../../../src-main/contract/library/search/colors.ts'
import {
  completeFieldName,
  completeValue,
  completionAt,
} from '../../../../src-main/contract/library/search/completion.ts'
import {
  addTerm,
  colorsLike,
  removeTerm,
  removeTermsAt,
  setField,
  toggleValue,
  valuesOf,
} from '../../../../src-main/contract/library/search/edit.ts'
import { field, not, word } from '../../../../src-main/contract/library/search/nodes.ts'

describe('a panel that edits a search', () => {
  test('adds and removes terms', () => {
    expect(addTerm('sea cat OR dog', field('iso', ['800'], '>'))).toBe('sea (cat OR dog) iso>800')
    expect(addTerm('sea', word('sea'))).toBe('sea')
    expect(removeTerm('sea -label:red', not(field('label', ['red'])))).toBe('sea')
    expect(removeTermsAt('a b c', 1, 1)).toBe('a c')
    expect(removeTermsAt('a june 2024 c', 1, 2)).toBe('a c')
  })

  test('sets a field and keeps the rest in place', () => {
    expect(setField('a rating>=3 b', 'rating', field('rating', ['4'], '>='))).toBe('a rating>=4 b')
    expect(setField('a (rating:3 OR rating:4) b -rating:5', 'rating', null)).toBe('a b')
    expect(setField('a', 'rating', field('rating', ['5']))).toBe('a rating:5')
  })

  test('toggles one of several values', () => {
    expect(toggleValue('a', 'label', 'Red')).toBe('a label:Red')
    expect(toggleValue('a label:Red', 'label', 'Deep green')).toBe('a label:Red,"Deep green"')
    expect(toggleValue('a label:Red,"Deep green"', 'label', 'Red')).toBe('a label:"Deep green"')
    expect(toggleValue('label:Red a', 'label', 'Red')).toBe('a')
    expect(toggleValue('', 'camera', 'X-T5', { comparison: '=' })).toBe('camera=X-T5')
    const among = ['failed', 'pending']
    expect(toggleValue('is:private is:failed', 'is', 'pending', { among })).toBe('is:private is:failed,pending')
    expect(toggleValue('is:failed is:private', 'is', 'failed', { among })).toBe('is:private')
    expect(toggleValue('is:private,failed', 'is', 'failed', { among })).toBe('is:private,failed is:failed')
    expect(valuesOf('label:Red,green -label:blue', 'label')).toEqual(['Red', 'green'])
  })
})

describe('completion', () => {
  test('recognises the word being written', () => {
    expect(completionAt('sea cam', 7)).toEqual({ field: null, text: 'cam', from: 4, to: 7 })
    expect(completionAt('sea camera:x-', 13)).toEqual({ field: 'camera', text: 'x-', from: 4, to: 13 })
    expect(completionAt('label:red,gr', 12)).toMatchObject({ field: 'label', text: 'gr' })
    expect(completionAt('sea ', 4)).toBeNull()
    expect(completionAt('(', 1)).toBeNull()
  })

  test('replaces the word being written', () => {
    const at = completionAt('sea camera:x- sun', 13)!
    expect(completeValue('sea camera:x- sun', at, 'X-T5 II')).toEqual({ text: 'sea camera:"X-T5 II" sun', caret: 21 })
    expect(completeValue('label:red,gr', completionAt('label:red,gr', 12)!, 'Green').text).toBe('label:red,Green ')
    expect(completeFieldName('sea cam', completionAt('sea cam', 7)!, 'camera')).toEqual({
      text: 'sea camera:',
      caret: 11,
    })
  })
})

describe('colours', () => {
  test('have a share and a distance', () => {
    expect(readColors('#3060A0')).toEqual([{ html: '#3060a0', share: 8, distance: 15 }])
    expect(readColors('blue*30~10+#fff')).toEqual([
      { html: '#2f63c4', share: 30, distance: 10 },
      { html: '#ffffff', share: 8, distance: 15 },
    ])
    for (const text of ['', 'bluish', '#12', 'blue*101', 'constructor', 'red+red+red+red+red+red'])
      expect(readColors(text), text).toBeNull()
  })

  test('of another picture ask for half their share', () => {
    expect(
      colorsLike([
        { html: '#000000', percent: 10 },
        { html: '#FFFFFF', percent: 60 },
      ]),
    ).toBe('#ffffff*30+#000000*5')
  })
})
