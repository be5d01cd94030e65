import { describe, expect, test } from 'vitest'
import { sideOfPicture } from '../../../src-main/contract/library/picture.ts'
import { kindForBox, useKindForBox } from '../../../src-renderer/pictures/kind-for-box.ts'

const photo = { width: 6000, height: 4000 }

describe('the smallest picture with enough pixels', () => {
  test.each([
    [{ width: 300, height: 200 }, 'thumb'],
    [{ width: 350, height: 233 }, 'thumb'],
    [{ width: 400, height: 267 }, 'large'],
    [{ width: 800, height: 533 }, 'wide'],
    [{ width: 1500, height: 1000 }, 'preview'],
    [{ width: 2400, height: 1600 }, 'screen'],
    [{ width: 4000, height: 2667 }, 'screen'],
  ] as const)('for a box of %o: %s', (box, kind) => {
    expect(kindForBox(photo, box)).toBe(kind)
  })

  test('a photo that is cut off at its sides is drawn larger than its box', () => {
    const long = { width: 6000, height: 3000 }
    expect(kindForBox(long, { width: 300, height: 240 })).toBe('large')
    expect(kindForBox(long, { width: 300, height: 240 }, 'contain')).toBe('thumb')
    expect(kindForBox({ width: 3000, height: 6000 }, { width: 240, height: 300 })).toBe('large')
  })

  test('a panorama of which a tile shows the middle is as fine as other photos', () => {
    const ofTiles = useKindForBox('wide')
    for (const [photo, tile] of [
      [
        { width: 12_000, height: 3000 },
        { width: 1300, height: 500 },
      ],
      [
        { width: 12_000, height: 1500 },
        { width: 1300, height: 500 },
      ],
      [
        { width: 3000, height: 12_000 },
        { width: 450, height: 1000 },
      ],
    ] as const) {
      const pictured = sideOfPicture(ofTiles(photo, tile), photo)
      const drawn = Math.max(photo.width, photo.height) * Math.max(tile.width / photo.width, tile.height / photo.height)
      expect(drawn / pictured).toBeLessThanOrEqual(1.1)
      expect(pictured / drawn).toBeLessThan(2)
    }
  })

  test('no larger one than the photo has pixels for', () => {
    expect(kindForBox({ width: 600, height: 400 }, { width: 2400, height: 1600 })).toBe('large')
    expect(kindForBox({ width: 300, height: 200 }, { width: 2400, height: 1600 })).toBe('thumb')
  })

  test('views with many pictures load none larger than they say', () => {
    const box = { width: 2400, height: 1600 }
    expect(useKindForBox()(photo, box)).toBe('screen')
    expect(useKindForBox('preview')(photo, box)).toBe('preview')
    expect(useKindForBox('wide')(photo, box)).toBe('wide')
    expect(useKindForBox('wide')(photo, { width: 400, height: 267 })).toBe('large')
  })

  test('a photo whose size is not known yet fills its box', () => {
    expect(kindForBox({ width: 0, height: 0 }, { width: 500, height: 300 })).toBe('large')
  })

  test('the thumbnail of a crop has only its part of the pixels', () => {
    const crop = { left: 0, top: 0, right: 0.7, bottom: 0.7, angle: 0 }
    expect(kindForBox({ width: 4200, height: 2800, crop }, { width: 300, height: 200 })).toBe('large')
    const narrow = { left: 0.3, top: 0.3, right: 0.6, bottom: 0.6, angle: 0 }
    expect(kindForBox({ width: 1800, height: 1200, crop: narrow }, { width: 300, height: 200 })).toBe('thumb')
  })
})
