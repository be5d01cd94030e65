import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsFurtherScores, nsfwCategories, rateNsfw } from '../../../src-main/analysis/sensitivity/rate-nsfw.ts'

const scores = (porn: number, sexy: number) => ({ porn, sexy, hentai: 0, drawing: 0, neutral: 1 - porn - sexy })
const somebody = { person: 0.9, hasFace: false }
const nobody = { person: 0, hasFace: false }
const verdict = (porn: number, sexy: number, gate: typeof nobody) =>
  nsfwCategories(rateNsfw(scores(porn, sexy), gate, null))[0]!.name

describe('nsfw_beta', () => {
  test('needs somebody on the photo, or a near-certain model', () => {
    expect(verdict(0.8, 0.1, somebody)).toBe('nsfw')
    expect(verdict(0.8, 0.1, nobody)).toBe('safe')
    expect(verdict(0.95, 0, nobody)).toBe('nsfw')
    expect(verdict(0.8, 0.1, { person: 0, hasFace: true })).toBe('nsfw')
  })

  test('underwear needs somebody; what is doubtful counts as underwear', () => {
    expect(verdict(0.1, 0.8, somebody)).toBe('underwear')
    expect(verdict(0.1, 0.8, nobody)).toBe('safe')
    expect(verdict(0.5, 0.4, somebody)).toBe('underwear')
  })

  test('the person alone and the mean of all framings must agree; what they refuse as nsfw may be underwear', () => {
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

  test('only what the first look says is looked at again, and nothing that is beyond doubt', () => {
    expect(needsFurtherScores(scores(0.6, 0), somebody)).toBe(false)
    expect(needsFurtherScores(scores(0.8, 0.1), nobody)).toBe(false)
    expect(needsFurtherScores(scores(0.8, 0.1), somebody)).toBe(true)
    expect(needsFurtherScores(scores(0.1, 0.8), somebody)).toBe(true)
    expect(needsFurtherScores(scores(0.98, 0), somebody)).toBe(false)
    expect(needsFurtherScores(scores(0.98, 0), nobody)).toBe(true)
  })

  test('shares are never negative and always sum to 100', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        share,
        share,
        share,
        share,
        fc.boolean(),
        fc.array(fc.tuple(share, share)),
        (a, b, c, person, hasFace, looks) => {
          const sum = a + b + c + 1e-6
          const shares = rateNsfw(
            { porn: a / sum, sexy: b / sum, neutral: c / sum, hentai: 0, drawing: 0 },
            { person, hasFace },
            { framings: looks.map(([porn, sexy]) => scores(porn * (1 - sexy), sexy)), person: null },
          )
          expect(shares.nsfw + shares.underwear + shares.safe).toBeCloseTo(100, 6)
          for (const value of Object.values(shares)) expect(value).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
