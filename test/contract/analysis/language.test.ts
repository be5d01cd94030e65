import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Language, languages, parseLanguages } from '../../../src-main/contract/analysis/language.ts'
import { AppError } from '../../../src-main/contract/errors.ts'

const code = fc.constantFrom(...Language.options)

describe('the languages', () => {
  test('are the 51 of the interface', () => {
    const listed =
      'ar bg bs en ca cs cy da de el es et fa fi fr he hi hr ht hu id it ja ko lt lv ms mt mww nl no otq pl pt ro ru sk sv sl sr_cyrl sr_latn th tlh tlh_qaak tr uk ur vi yua zh_chs zh_cht'
    expect([...Language.options].sort()).toEqual(listed.split(' ').sort())
    expect(Language.options).toHaveLength(51)
  })

  test('have different names; four are written from right to left', () => {
    for (const key of ['english', 'own'] as const)
      expect(new Set(languages.map((language) => language[key])).size).toBe(51)
    expect(languages.filter(({ direction }) => direction === 'rtl').map((language) => language.code)).toEqual([
      'ar',
      'fa',
      'he',
      'ur',
    ])
  })
})

describe('the language parameter', () => {
  test('defaults to English', () => {
    for (const parameter of [undefined, '', ' ', ',', ' , ,']) expect(parseLanguages(parameter)).toEqual(['en'])
  })

  test('keeps its order; spaces, capitals, repeats and a trailing comma are harmless', () => {
    const space = fc.constantFrom('', ' ', '  ', '\t')
    const part = fc
      .tuple(code, space, space, fc.boolean())
      .map(([it, before, after, upper]) => ({ it, text: `${before}${upper ? it.toUpperCase() : it}${after}` }))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 60 }), fc.boolean(), (parts, trailing) => {
        const parameter = parts.map(({ text }) => text).join(',') + (trailing ? ',' : '')
        expect(parseLanguages(parameter)).toEqual([...new Set(parts.map(({ it }) => it))])
      }),
    )
  })

  test('refuses any unknown code by name, even among known ones', () => {
    const strange = fc
      .string({ minLength: 1, maxLength: 20 })
      .map((text) => text.replaceAll(',', 'x').trim().toLowerCase())
      .filter((text) => text !== '' && !Language.safeParse(text).success)
    fc.assert(
      fc.property(fc.array(code, { maxLength: 5 }), strange, fc.array(code, { maxLength: 5 }), (before, bad, after) => {
        const refusal = catchError(() => parseLanguages([...before, bad, ...after].join(',')))
        expect(refusal).toBeInstanceOf(AppError)
        expect(refusal).toMatchObject({ code: 'bad-params', message: expect.stringContaining(`"${bad}"`) as unknown })
      }),
    )
  })

  test('accepts no names of an object’s own properties', () => {
    for (const bad of ['__proto__', 'constructor', 'toString', 'sr', 'zh', 'nb'])
      expect(() => parseLanguages(bad)).toThrow(bad.toLowerCase())
  })
})

function catchError(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
