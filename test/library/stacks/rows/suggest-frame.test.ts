import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findBestFrames,
  type FrameQuality,
  suggestFrame,
} from '../../../../src-main/library/stacks/rows/suggest-frame.ts'

type Marks = {
  subject?: number
  eyes?: number | null
  faces?: number | null
  high?: number
  middle?: number
  /** In stops. */
  light?: number | null
  glare?: number | null
  open?: number | null
  smile?: number | null
  away?: number | null
}
const frame = (
  id: number,
  {
    subject = 60,
    eyes = null,
    faces = null,
    high = 0,
    middle = 0.4,
    light = null,
    glare = null,
    open = null,
    smile = null,
    away = null,
  }: Marks,
): FrameQuality => ({
  id,
  isRejected: false,
  light,
  measured: {
    subject,
    eyes,
    faces,
    clippedFaces: glare,
    openness: open,
    smile,
    away,
    exposure: { shadows: 0, highlights: high, middle },
  },
})
const suggest = (...marks: Marks[]) => suggestFrame(marks.map((each, at) => frame(at + 1, each)))

describe('the suggested frame of a stack', () => {
  test('has the sharpest eyes, even if another is sharper elsewhere', () =>
    expect(
      suggest({ eyes: 50, faces: 60, subject: 70 }, { eyes: 80, faces: 62, subject: 60 }, { eyes: 52, faces: 60 }),
    ).toEqual({ id: 2, reasons: ['eyes-sharper'] }))

  test('has the sharpest subject if there are no faces', () =>
    expect(suggest({ subject: 40 }, { subject: 55 }, { subject: 42 })).toEqual({ id: 2, reasons: ['subject-sharper'] }))

  test('is the one of a bracket with the most detail', () => {
    expect(suggest({ middle: 0.06 }, { middle: 0.4 }, { middle: 0.8, high: 0.3 })).toEqual({
      id: 2,
      reasons: ['less-clipped', 'exposed'],
    })
    expect(suggest({ high: 0.3 }, { high: 0.02 }, { high: 0.25 })).toEqual({ id: 2, reasons: ['less-clipped'] })
  })

  test('is exposed like most of its burst, at night as in snow', () => {
    const suggestAt = (...middles: number[]) => suggest(...middles.map((middle) => ({ middle })))
    expect([suggestAt(0.08, 0.09, 0.1), suggestAt(0.85, 0.88, 0.9), suggestAt(0.1, 0.5)]).toEqual([null, null, null])
    const night = [{ middle: 0.08 }, { middle: 0.09, subject: 63 }, { middle: 0.4, subject: 64 }]
    expect(suggest(...night)).toBeNull()
    expect(suggest(night[0]!, { middle: 0.09, subject: 67 }, night[2]!)?.id).toBe(2)
    expect(suggest({ middle: 0.7 }, { middle: 0.42 }, { middle: 0.7 }, { middle: 0.72, subject: 61 })).toBeNull()
  })

  test('is not taken to be darker since motion spreads bright lines over a black ground in the others', () => {
    const spread = { middle: 0.16, light: -4.8 }
    const sharp = { subject: 70, middle: 0, light: -4.9 }
    expect(suggest(spread, spread, sharp)?.id).toBe(3)
    // With less light it is darker, and so it is if nothing is known about its light.
    expect(suggest(spread, spread, { ...sharp, light: -9 })).toBeNull()
    expect(suggest(spread, spread, { ...sharp, light: null })).toBeNull()
  })

  test('is better than the first, which is on top otherwise, even if most others are as good', () =>
    expect(suggest({ high: 0.3 }, { subject: 61 }, {}, {})).toEqual({ id: 2, reasons: ['less-clipped'] }))

  test('has detail in its faces, at the price of a window behind them', () => {
    expect(suggest({ glare: 0.1 }, { glare: 0, high: 0.2 }, { glare: 0.12 })).toEqual({
      id: 2,
      reasons: ['faces-less-clipped'],
    })
    expect(suggest({ glare: 0, high: 0.2 }, { glare: 0 }, { glare: 0, high: 0.2 })).toEqual({
      id: 2,
      reasons: ['less-clipped'],
    })
    expect(suggest({ glare: null, subject: 63 }, { glare: 0 }, { glare: 0.1 })?.id).toBe(2)
  })

  test('is not a blurred one, even if a sharp one has more clipped white paper behind it', () =>
    expect(
      suggest(
        { subject: 90, high: 0.4, middle: 0.97 },
        { subject: 49, high: 0.05, middle: 0.82 },
        { subject: 40, high: 0.2, middle: 0.92 },
      ),
    ).toEqual({ id: 1, reasons: ['subject-sharper'] }))

  test('follows learned choices, with that reason', () => {
    const frames = [{ subject: 70 }, { subject: 60 }, { subject: 62 }].map((each, at) => frame(at + 1, each))
    const learned = (...marks: number[]) => suggestFrame(frames, () => marks)
    expect(learned(0, 0, 0)).toEqual({ id: 1, reasons: ['subject-sharper'] })
    expect(learned(0, 20, 0)).toEqual({ id: 2, reasons: ['as-chosen'] })
    expect(learned(9, 0, 0)).toEqual({ id: 1, reasons: ['subject-sharper'] })
  })

  test('has all its reasons, the strongest first', () =>
    expect(
      suggest({ eyes: 40, subject: 40, high: 0.1 }, { eyes: 70, subject: 60 }, { eyes: 30, subject: 40, high: 0.1 }),
    ).toEqual({ id: 2, reasons: ['eyes-sharper', 'subject-sharper', 'less-clipped'] }))

  test('has open eyes, even if shut ones in another frame are a little sharper', () => {
    expect(suggest({ open: 0.05, eyes: 80 }, { open: 0.95, eyes: 62 }, { open: 0.1, eyes: 78 })).toEqual({
      id: 2,
      reasons: ['eyes-open'],
    })
    expect(suggest({ open: 0.95, eyes: 5, subject: 5 }, { open: 0.4, eyes: 85, subject: 80 })?.id).toBe(2)
  })

  test('has open eyes, even if a face in dark hair has less detail there', () =>
    expect(
      suggest(
        { eyes: 80, faces: 80, open: 0.95, glare: 0.45 },
        { eyes: 80, faces: 80, open: 0.05, glare: 0.3 },
        { eyes: 80, faces: 80, open: 0.1, glare: 0.3 },
      ),
    ).toMatchObject({ id: 1 }))

  describe('beside a softer one', () => {
    /** A frame whose left half is salient; this many values of `measureDetail` in each half. */
    const detailed = (id: number, left: number, right: number, marks: Marks = {}): FrameQuality => {
      const halves = <T>(inLeft: T, inRight: T) =>
        Array.from({ length: 64 }, (_, at) => (at % 8 < 4 ? inLeft : inRight))
      const detail = Uint8Array.from(halves(left, right).flatMap((each) => [each, each, each, each]))
      return { ...frame(id, marks), detail, importance: halves(1, 0) }
    }

    test('has more detail in the salient part, whatever the marks and the ground are', () =>
      expect(suggestFrame([detailed(1, 30, 60), detailed(2, 60, 30), detailed(3, 32, 60, { subject: 68 })])).toEqual({
        id: 2,
        reasons: ['subject-sharper'],
      }))

    test('has visibly more', () =>
      expect(suggestFrame([detailed(1, 56, 60), detailed(2, 60, 60), detailed(3, 57, 60)])).toBeNull())

    test('has more nearly everywhere: with the focus on one of two things its mark decides', () => {
      const [near, far] = [detailed(1, 30, 60), detailed(2, 60, 30, { subject: 67 })]
      const both = [near, far, detailed(3, 30, 60)].map((each) => ({
        ...each,
        importance: Array.from({ length: 64 }, () => 1),
      }))
      expect(suggestFrame(both)).toEqual({ id: 2, reasons: ['subject-sharper'] })
      expect(suggestFrame(both.map((each, at) => (at === 1 ? { ...each, measured: near.measured } : each)))).toBeNull()
    })

    /** A frame of which an eighth is the subject. */
    const focused = (id: number, subject: number, ground: number, marks: Marks = {}): FrameQuality => {
      const parts = <T>(small: T, large: T) => Array.from({ length: 64 }, (_, at) => (at < 8 ? small : large))
      const detail = Uint8Array.from(parts(subject, ground).flatMap((each) => [each, each, each, each]))
      return { ...frame(id, marks), detail, importance: parts(0.8, 0.1) }
    }

    test.each([
      ['the ground is as sharp in both', 60, 90],
      ['there is hardly any ground', 10, 90],
      ['the ground is sharper in the other', 80, 100],
    ])('has the sharper subject, whatever the mark of the other says: %s', (_, ground, mark) => {
      const [soft, sharp] = [focused(1, 40, ground, { subject: mark }), focused(2, 60, Math.min(ground, 60))]
      expect(suggestFrame([soft, sharp, focused(3, 42, ground, { subject: mark })])).toEqual({
        id: 2,
        reasons: ['subject-sharper'],
      })
    })

    test('is not one whose ground alone is sharper', () => {
      const frames = [focused(1, 60, 40), focused(2, 60, 60), focused(3, 60, 40)]
      const importance = Array.from({ length: 64 }, (_, at) => (at < 8 ? 0.8 : 0.005))
      expect(suggestFrame(frames.map((each) => ({ ...each, importance })))).toBeNull()
    })

    test('has the focus on what matters, though the ground is larger and sharper', () => {
      const behind = { subject: 70 }
      expect(suggestFrame([focused(1, 40, 60, behind), focused(2, 60, 40), focused(3, 42, 60, behind)])).toEqual({
        id: 2,
        reasons: ['subject-sharper'],
      })
      const equal = [focused(1, 40, 60, behind), focused(2, 60, 40), focused(3, 42, 60, behind)].map((each) => ({
        ...each,
        importance: Array.from({ length: 64 }, () => 0.4),
      }))
      expect(suggestFrame(equal)?.id).not.toBe(2)
    })

    test('keeps its mark if the other shows little more of what hardly matters more', () => {
      const seen = (id: number, few: number, others: number, mark: number): FrameQuality => {
        const parts = <T>(small: T, large: T) => Array.from({ length: 64 }, (_, at) => (at < 2 ? small : large))
        const detail = Uint8Array.from(parts(few, others).flatMap((each) => [each, each, each, each]))
        return { ...frame(id, { subject: mark }), detail, importance: parts(0.5, 0.33) }
      }
      expect(suggestFrame([seen(1, 60, 40, 20), seen(2, 40, 60, 75)])?.id).toBe(2)
    })

    test('is not a brighter one that has more for this reason alone', () =>
      expect(suggestFrame([detailed(1, 50, 50), detailed(2, 50, 50), detailed(3, 62, 62, { middle: 0.6 })])).toBeNull())

    test('is not one with more of the paper clipped, whose dirt alone has more detail', () =>
      expect(
        suggestFrame([
          detailed(1, 40, 50, { middle: 0.98 }),
          detailed(2, 42, 50, { middle: 0.98, subject: 64 }),
          detailed(3, 62, 30, { middle: 1, high: 0.7, subject: 64 }),
        ])?.id,
      ).toBe(2))

    test('has open eyes even if it is the softer one', () => {
      const [open, shut] = [
        { open: 0.95, eyes: 60 },
        { open: 0.05, eyes: 60 },
      ]
      expect(suggestFrame([detailed(1, 80, 60, shut), detailed(2, 20, 60, open), detailed(3, 80, 60, shut)])?.id).toBe(
        2,
      )
    })

    test('is unknown before the detail of all is measured, or if nothing is salient', () => {
      const frames = [detailed(1, 30, 60), detailed(2, 60, 30), detailed(3, 32, 60)]
      expect(suggestFrame(frames.map((each, at) => (at === 2 ? { ...each, detail: null } : each)))).toBeNull()
      expect(
        suggestFrame(frames.map((each) => ({ ...each, importance: Array.from({ length: 64 }, () => 0) }))),
      ).toBeNull()
    })
  })

  test('looks into the camera and smiles if all else is equal', () => {
    expect(suggest({ away: 0.9 }, { away: 0.1 }, { away: 0.8 })).toEqual({ id: 2, reasons: ['looks-here'] })
    expect(suggest({ smile: 0.1 }, { smile: 0.2 }, { smile: 0.9 })).toEqual({ id: 3, reasons: ['smiles'] })
    expect(suggest({ smile: 0.1, subject: 80 }, { smile: 0.9 })).toEqual({ id: 1, reasons: ['subject-sharper'] })
  })

  test('is not judged by unknown eyes', () => {
    expect(suggest({ open: null, subject: 70 }, { open: 0.9 }, { open: 0.95 })).toMatchObject({ id: 1 })
    expect(suggest({ open: null, subject: 70 }, { open: 0.1 }, { open: 0.05 })).toMatchObject({ id: 1 })
  })

  test('is not one with the face turned away', () =>
    expect(suggest({ eyes: 55, subject: 60 }, { eyes: null, subject: 64 }, { eyes: 30, subject: 60 })?.id).toBe(1))

  test('names sharper faces as the reason if eyes are too small to measure', () =>
    expect(suggest({ faces: 30 }, { faces: 60 })).toEqual({ id: 2, reasons: ['faces-sharper'] }))
})

describe('nothing is suggested', () => {
  test('if the frames are alike', () =>
    expect(suggest({ subject: 60 }, { subject: 63 }, { subject: 61, high: 0.01 })).toBeNull())

  test('before all frames are measured', () =>
    expect(suggestFrame([frame(1, { subject: 90 }), { ...frame(2, {}), measured: null }])).toBeNull())

  test('for a single frame, and for rejected ones', () => {
    expect(suggest({ subject: 90 })).toBeNull()
    const rejected = { ...frame(1, { subject: 99 }), isRejected: true }
    expect(suggestFrame([rejected, frame(2, { subject: 50 }), frame(3, { subject: 70 })])?.id).toBe(3)
  })
})

test('for any measurements, the best frame is the same in any order, and a suggestion has reasons', () => {
  const mark = fc.integer({ min: 0, max: 100 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const marks = fc.record({
    subject: mark,
    eyes: fc.option(mark),
    faces: fc.option(mark),
    high: share,
    middle: share,
    light: fc.option(fc.double({ min: -20, max: 0, noNaN: true })),
    glare: fc.option(share),
    open: fc.option(share),
    smile: fc.option(share),
    away: fc.option(share),
  })
  fc.assert(
    fc.property(fc.array(marks, { minLength: 0, maxLength: 8 }), (all) => {
      const frames = all.map((each, at) => frame(at + 1, each))
      const found = suggestFrame(frames)
      expect(findBestFrames(frames.toReversed())?.best).toBe(findBestFrames(frames)?.best)
      if (found === null) return
      expect(frames.map(({ id }) => id)).toContain(found.id)
      expect(found.reasons.length).toBeGreaterThan(0)
    }),
  )
})
