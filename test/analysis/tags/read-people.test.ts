import { describe, expect, test } from 'vitest'
import { readPeople } from '../../../src-main/analysis/tags/read-people.ts'

describe('people', () => {
  const box = (x1: number, y1: number, x2: number, y2: number, score = 0.9) => ({
    label: 'person',
    score,
    box: { x1, y1, x2, y2 },
  })
  const face = (height: number, confidence = 95) => ({
    confidence,
    coordinates: { xmin: 0, ymin: 0, xmax: height, ymax: height, width: height, height },
    face_id: '',
    attributes: [],
    landmarks: [],
  })
  const size = { width: 600, height: 400 }
  const read = (boxes: ReturnType<typeof box>[], faces: ReturnType<typeof face>[] = [], person = 0.95) =>
    readPeople({ objects: boxes, person }, faces, size)

  test('half a person inside a complete one is not a second person', () => {
    expect(read([box(0, 0, 100, 300), box(10, 0, 90, 120)], [face(30)]).map(({ concept }) => concept)).toEqual([
      'person',
      'one-person',
    ])
  })

  test('two people, a group, a crowd', () => {
    const counted = (count: number) =>
      read(
        Array.from({ length: count }, (_, k) => box(k * 50, 0, k * 50 + 40, 200)),
        [face(30)],
      )[1]?.concept
    expect([2, 5, 12].map(counted)).toEqual(['two-people', 'group', 'crowd'])
  })

  const counted = (boxes: ReturnType<typeof box>[], faces: ReturnType<typeof face>[] = []) =>
    read(boxes, faces)
      .filter(({ concept, chance }) => concept !== 'person' && chance >= 0.5)
      .map(({ concept }) => concept)

  test('people seen from behind are counted without a face', () => {
    expect(counted([box(0, 0, 100, 300, 0.95)])).toEqual(['one-person'])
    expect(counted([box(0, 0, 100, 300, 0.95), box(200, 0, 300, 300, 0.95)])).toEqual(['two-people'])
    expect(counted([box(0, 0, 100, 300, 0.7)])).toEqual([])
  })

  test('no number is shown while another person may be there, unless three are certain', () => {
    const one = box(0, 0, 100, 300, 0.95)
    const maybe = box(300, 0, 400, 300, 0.7)
    const words = read([one, maybe]).map(({ concept }) => concept)
    expect([words, counted([one, maybe])]).toEqual([['one-person', 'two-people'], []])
    const three = [0, 150, 300].map((x) => box(x, 0, x + 100, 300, 0.95))
    expect(counted([...three, box(450, 0, 550, 300, 0.7)])).toEqual(['group'])
  })

  test('a speck that may be a person does not count if somebody fills the frame', () => {
    expect(counted([box(0, 0, 300, 400, 0.99), box(500, 0, 510, 20, 0.7)])).toEqual(['one-person'])
  })

  test('a large face is a portrait, without a person nothing is', () => {
    expect(read([], [face(200)]).map(({ concept }) => concept)).toContain('portrait')
    expect(read([])).toEqual([])
  })

  test('somebody who is doubted beside all else is not counted for certain', () => {
    const [only] = read([box(0, 0, 100, 300, 0.95)], [], 0.35)
    expect(only).toMatchObject({ concept: 'one-person', chance: 0.35 })
    expect(counted([box(0, 0, 100, 300, 0.95)])).toEqual(['one-person'])
  })

  test('a doubtful face is no portrait if the detector finds no person', () => {
    const words = (confidence: number, person: number) =>
      read([], [face(200, confidence)], person).map(({ concept }) => concept)
    expect(words(75, 0.1)).not.toContain('portrait')
    expect(words(75, 0.6)).toContain('portrait')
    expect(words(95, 0.1)).toContain('portrait')
  })
})
