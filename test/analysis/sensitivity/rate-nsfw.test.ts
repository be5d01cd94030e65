import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  needsFurtherScores,
  nsfwCategories,
  rateNsfw,
  type NsfwContext,
} from '../../../src-main/analysis/sensitivity/rate-nsfw.ts'

const scores = (porn: number, sexy: number) => ({ porn, sexy, hentai: 0, drawing: 0, neutral: 1 - porn - sexy })
const somebody: NsfwContext = { isGrey: false, isDrawn: false }
const verdict = (porn: number, sexy: number, gate: NsfwContext) =>
  nsfwCategories(rateNsfw(scores(porn, sexy), gate, null))[0]!.name

describe('nsfw_beta', () => {
  test('the class of drawn nudity means nothing in a photo, and counts in a drawing', () => {
    const drawn = { porn: 0.04, hentai: 0.94, sexy: 0, drawing: 0.01, neutral: 0.01 }
    expect(nsfwCategories(rateNsfw(drawn, somebody, null))[0]!.name).toBe('safe')
    expect(nsfwCategories(rateNsfw(drawn, { ...somebody, isDrawn: true }, null))[0]!.name).toBe('nsfw')
    const both = { porn: 0.6, hentai: 0.35, sexy: 0, drawing: 0, neutral: 0.05 }
    expect(nsfwCategories(rateNsfw(both, somebody, null))[0]!.name).toBe('nsfw')
  })

  test('a photo without colour needs more certainty, of the first stage and of all', () => {
    const grey: NsfwContext = { ...somebody, isGrey: true }
    expect(verdict(0.8, 0, grey)).toBe('safe')
    expect(verdict(0.1, 0.75, grey)).toBe('safe')
    expect(verdict(0.95, 0, grey)).toBe('nsfw')
    expect(needsFurtherScores(scores(0.98, 0), grey)).toBe(true)
    const framings = [scores(0.6, 0), scores(0.6, 0)]
    expect(rateNsfw(scores(0.95, 0), somebody, { framings, person: null }).nsfw).toBe(95)
    expect(rateNsfw(scores(0.95, 0), grey, { framings, person: null }).safe).toBeGreaterThan(50)
  })

  test('doubtful pictures count as underwear', () => {
    expect(verdict(0.8, 0.1, somebody)).toBe('nsfw')
    expect(verdict(0.1, 0.8, somebody)).toBe('underwear')
    expect(verdict(0.5, 0.4, somebody)).toBe('underwear')
  })

  test('the person alone and the mean of all framings must agree; if they refuse nsfw it may be underwear', () => {
    type Shares = [number, number]
    const after = (first: Shares, framings: Shares[], person: Shares | null) =>
      nsfwCategories(
        rateNsfw(scores(...first), somebody, {
          framings: framings.map((shares) => scores(...shares)),
          person: person && scores(...person),
        }),
      )[0]!.name
    const doubtful: Shares[] = [
      [0.4, 0.1],
      [0.2, 0.1],
    ]
    expect(
      after(
        [0.8, 0.1],
        [
          [0.9, 0],
          [0.3, 0],
        ],
        [0.6, 0],
      ),
    ).toBe('nsfw')
    expect(
      after(
        [0.8, 0.1],
        [
          [0.9, 0],
          [0.9, 0],
        ],
        [0.4, 0],
      ),
    ).toBe('safe')
    expect(after([0.8, 0.1], doubtful, [0.9, 0])).toBe('underwear')
    expect(after([0.8, 0.1], doubtful, null)).toBe('nsfw')
    expect(
      after(
        [0.8, 0],
        [
          [0.05, 0],
          [0.1, 0],
        ],
        null,
      ),
    ).toBe('safe')
    expect(
      after(
        [0.1, 0.8],
        [
          [0.1, 0.3],
          [0.1, 0],
        ],
        [0.1, 0.9],
      ),
    ).toBe('safe')
  })

  test('only positives of the first stage are checked again, and none beyond doubt', () => {
    expect(needsFurtherScores(scores(0.6, 0), somebody)).toBe(false)
    expect(needsFurtherScores(scores(0.8, 0.1), somebody)).toBe(true)
    expect(needsFurtherScores(scores(0.1, 0.8), somebody)).toBe(true)
    expect(needsFurtherScores(scores(0.98, 0), somebody)).toBe(false)
  })

  test('shares are never negative and always sum to 100', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        share,
        share,
        share,
        share,
        fc.record({ isGrey: fc.boolean(), isDrawn: fc.boolean() }),
        fc.array(fc.tuple(share, share)),
        (a, b, c, d, context, further) => {
          const sum = a + b + c + d + 1e-6
          const shares = rateNsfw(
            { porn: a / sum, sexy: b / sum, neutral: c / sum, hentai: d / sum, drawing: 0 },
            context,
            { framings: further.map(([porn, sexy]) => scores(porn * (1 - sexy), sexy)), person: null },
          )
          expect(shares.nsfw + shares.underwear + shares.safe).toBeCloseTo(100, 6)
          for (const value of Object.values(shares)) expect(value).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
