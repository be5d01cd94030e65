import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { languages } from '../../../../src-main/contract/analysis/language.ts'
import { CategoryParameters } from '../../../../src-main/contract/analysis/operations/categories.ts'
import { ColorParameters } from '../../../../src-main/contract/analysis/operations/colors.ts'
import { CroppingParameters } from '../../../../src-main/contract/analysis/operations/croppings.ts'
import { FaceParameters } from '../../../../src-main/contract/analysis/operations/faces.ts'
import {
  readParameters,
  type GivenParameters,
} from '../../../../src-main/contract/analysis/operations/read-parameters.ts'
import { TagParameters } from '../../../../src-main/contract/analysis/operations/tags.ts'
import { AppError } from '../../../../src-main/contract/errors.ts'

const schemas = { TagParameters, CategoryParameters, CroppingParameters, ColorParameters, FaceParameters }

function fault(schema: z.ZodType, given: GivenParameters): string {
  try {
    readParameters(schema, given)
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError', code: 'bad-params' })
    return (error as AppError).message
  }
  return expect.unreachable(`accepted ${JSON.stringify(given)}`)
}

describe('defaults', () => {
  test('are those of the interface', () => {
    expect(readParameters(TagParameters, {})).toEqual({
      language: ['en'],
      verbose: 0,
      limit: -1,
      threshold: 7,
      decrease_parents: 1,
      use_feedback: 0,
      accept_feedback: 0,
      feedback_index: ['feedback'],
      tagger_id: null,
    })
    expect(readParameters(CategoryParameters, {})).toEqual({
      language: ['en'],
      verbose: 0,
      save_index: null,
      save_id: null,
    })
    expect(readParameters(CroppingParameters, {})).toEqual({
      resolution: [],
      no_scaling: 0,
      rect_percentage: -1,
      image_result: 0,
      verbose: 0,
    })
    expect(readParameters(ColorParameters, {})).toEqual({
      extract_overall_colors: 1,
      extract_object_colors: 1,
      overall_count: 5,
      separated_count: 3,
      deterministic: 0,
      features_type: null,
      verbose: 0,
      save_index: null,
      save_id: null,
    })
    expect(readParameters(FaceParameters, {})).toEqual({ return_face_id: 0, return_face_attributes: 0, verbose: 0 })
  })

  test('represent missing, null and empty values, and unknown names are ignored', () => {
    expect(
      readParameters(TagParameters, { limit: '', threshold: null, verbose: undefined, language: '', api_key: 'x' }),
    ).toEqual(readParameters(TagParameters, {}))
  })
})

describe('input of clients', () => {
  test.each([
    [TagParameters, { threshold: '30.000000' }, { threshold: 30 }],
    [TagParameters, { threshold: '-4' }, { threshold: 7 }],
    [TagParameters, { threshold: '7.5e0' }, { threshold: 7.5 }],
    [TagParameters, { limit: '-1' }, { limit: -1 }],
    [TagParameters, { limit: '10.0' }, { limit: 10 }],
    [TagParameters, { limit: 3, verbose: 1 }, { limit: 3, verbose: 1 }],
    [TagParameters, { verbose: ['0', '1'] }, { verbose: 1 }],
    [TagParameters, { language: 'en, DE ,en,' }, { language: ['en', 'de'] }],
    [TagParameters, { language: ['fr', 'tlh_qaak,zh_cht'] }, { language: ['fr', 'tlh_qaak', 'zh_cht'] }],
    [TagParameters, { feedback_index: 'mine,theirs' }, { feedback_index: ['mine', 'theirs'] }],
    [
      CroppingParameters,
      { resolution: '100x50,1x100000' },
      {
        resolution: [
          { width: 100, height: 50 },
          { width: 1, height: 100_000 },
        ],
      },
    ],
    [
      CroppingParameters,
      { resolution: ['100x50', '7x8'] },
      {
        resolution: [
          { width: 100, height: 50 },
          { width: 7, height: 8 },
        ],
      },
    ],
    [CroppingParameters, { rect_percentage: '0.500000' }, { rect_percentage: 50 }],
    [CroppingParameters, { rect_percentage: '1' }, { rect_percentage: 100 }],
    [CroppingParameters, { rect_percentage: 0 }, { rect_percentage: 0 }],
    [CroppingParameters, { rect_percentage: '1.5' }, { rect_percentage: 1.5 }],
    [CroppingParameters, { rect_percentage: '-0.5' }, { rect_percentage: -1 }],
    [CroppingParameters, { rect_percentage: '-1.0' }, { rect_percentage: -1 }],
    [CroppingParameters, { rect_percentage: '250' }, { rect_percentage: 100 }],
    [ColorParameters, { features_type: 'object', overall_count: '0' }, { features_type: 'object', overall_count: 0 }],
    [
      ColorParameters,
      { save_index: 'i', save_id: ' a/../b é ', deterministic: '1' },
      { save_index: 'i', save_id: ' a/../b é ', deterministic: 1 },
    ],
  ])('%# is understood: %o', (schema, given, expected) => {
    expect(readParameters(schema as typeof TagParameters, given)).toMatchObject(expected)
  })
})

describe('input refused with a sentence that begins with the parameter', () => {
  test.each([
    [TagParameters, { verbose: '2' }, /^verbose is "2"; it must be 0 or 1\.$/],
    [TagParameters, { verbose: 'yes' }, /^verbose /],
    [TagParameters, { verbose: {} }, /^verbose is an object; /],
    [TagParameters, { tagger_id: true }, /^tagger_id is "true"; it must be text/],
    [TagParameters, { decrease_parents: '01' }, /^decrease_parents /],
    [TagParameters, { limit: 'many' }, /^limit is "many"/],
    [TagParameters, { limit: '1.5' }, /^limit /],
    [TagParameters, { limit: '-2' }, /^limit /],
    [TagParameters, { limit: '0x10' }, /^limit /],
    [TagParameters, { limit: {} }, /^limit is an object/],
    [TagParameters, { threshold: 'NaN' }, /^threshold is "NaN", which is no number\.$/],
    [TagParameters, { threshold: NaN }, /^threshold /],
    [TagParameters, { threshold: 'Infinity' }, /^threshold /],
    [TagParameters, { threshold: '1e999' }, /^threshold /],
    [TagParameters, { threshold: '5,5' }, /^threshold /],
    [TagParameters, { language: 'en,xx' }, /^language .*"xx"/],
    [TagParameters, { language: [['en']] }, /^language /],
    [TagParameters, { tagger_id: 'x'.repeat(1001) }, /^tagger_id has 1001 characters/],
    [TagParameters, { feedback_index: ',' }, /^feedback_index /],
    [CategoryParameters, { save_index: 'i' }, /^save_index is given without save_id/],
    [CategoryParameters, { save_id: 'i' }, /^save_id is given without save_index/],
    [CroppingParameters, { resolution: '100X100' }, /^resolution has "100X100".*lower-case x/],
    [CroppingParameters, { resolution: '0x100' }, /^resolution has "0x100"/],
    [CroppingParameters, { resolution: '100x0' }, /^resolution /],
    [CroppingParameters, { resolution: '1000000000x1000000000' }, /^resolution /],
    [CroppingParameters, { resolution: '-5x5' }, /^resolution /],
    [CroppingParameters, { resolution: '10x10,ten' }, /^resolution has "ten"/],
    [CroppingParameters, { resolution: '9'.repeat(400) + 'x1' }, /^resolution .*…"/],
    [CroppingParameters, { resolution: Array(101).fill('1x1') }, /^resolution has 101 items/],
    [CroppingParameters, { image_result: '1', resolution: '1x1,2x2' }, /^image_result /],
    [CroppingParameters, { rect_percentage: 'nan' }, /^rect_percentage /],
    [ColorParameters, { features_type: 'whole' }, /^features_type is "whole"; it must be overall or object\.$/],
    [ColorParameters, { overall_count: '-7' }, /^overall_count /],
    [ColorParameters, { save_index: 'i', save_id: 'a' }, /^save_index .*deterministic=1/],
    [FaceParameters, { return_face_id: 'yes' }, /^return_face_id /],
  ])('%# %o', (schema, given, sentence) => {
    expect(fault(schema, given)).toMatch(sentence)
  })
})

describe('any input', () => {
  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.integer(),
    fc.constantFrom('0', '1', '-1', '30.000000', 'en', '10x10', 'NaN', null),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.object({ maxDepth: 1 }),
    fc.boolean(),
  )

  test.each(Object.entries(schemas))('%s ends in checked values or in a sentence', (_name, schema) => {
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value])), { requiredKeys: [] }),
        (given) => {
          try {
            const params = readParameters(schema, given) as Record<string, unknown>
            for (const key of ['limit', 'overall_count', 'separated_count'])
              if (key in params) expect(Number.isSafeInteger(params[key])).toBe(true)
            if ('threshold' in params) expect(params['threshold']).toBeGreaterThanOrEqual(7)
            for (const key of ['verbose', 'no_scaling', 'deterministic'])
              if (key in params) expect([0, 1]).toContain(params[key])
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            expect(error.code).toBe('bad-params')
            expect(
              Object.keys(schema.shape).some((name) => error.message.startsWith(`${name} `)),
              error.message,
            ).toBe(true)
            expect(error.message).toMatch(/\.$/)
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  test('includes every language of the interface', () => {
    const codes = languages.map(({ code }) => code)
    expect(codes.length).toBe(51)
    expect(readParameters(TagParameters, { language: codes.join(',') }).language).toEqual(codes)
  })
})
