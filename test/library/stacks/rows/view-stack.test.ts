import { rgbaToThumbHash } from 'thumbhash'
import { expect, test } from 'vitest'
import { lumaOfRaster } from '../../../../src-main/analysis/photo/luma-of-raster.ts'
import { measureDetail } from '../../../../src-main/analysis/sharpness/measure-detail.ts'
import type { PhotoMetadata } from '../../../../src-main/contract/library/photo.ts'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import type { MeasuredFace, StepName } from '../../../../src-main/analysis/photo/findings.ts'
import { rasterOf } from '../../../analysis/sharpness/drawn-rasters.ts'
import { fingerprints, saveFound } from '../../catalog/library.ts'
import { arrange, openWithShots } from './library-of-shots.ts'

const exposure = { shadows: 0, highlights: 0, middle: 0.4 }
const face = (height: number, eyes: number): MeasuredFace => ({
  box: { x1: 0, y1: 0, x2: 10, y2: height },
  face: 50,
  eyes,
})

function measure(catalog: Catalog, id: number, subject: number, ...faces: MeasuredFace[]): void {
  saveFound(catalog, id, { sharpness: { subject, faces, exposure } }, ['sharpness'])
}

function openBurst(...marks: number[]) {
  const { catalog, shoot } = openWithShots()
  catalog.analysis.setSteps(fingerprints('v1', ['sharpness']))
  const ids = shoot(...marks.map((_, at) => at * 0.5))
  ids.forEach((id, at) => measure(catalog, id, marks[at]!))
  arrange(catalog)
  const stack = catalog.photos.tiles(ids)[0]!.stack!
  const viewOf = (shown = ids) => catalog.stacks.look(stack, (all) => all.filter((id) => shown.includes(id)))
  return { catalog, ids, stack, viewOf }
}

test("a stack's frames are in order of time, with the suggested one", () => {
  const { ids, stack, viewOf } = openBurst(40, 80, 45)
  expect(viewOf()).toEqual({
    stack,
    frames: ids,
    chosen: null,
    set: null,
    isWaiting: false,
    suggested: { id: ids[1], reasons: ['subject-sharper'] },
  })
})

test('no frame of a bracket is suggested, however sharp, nor one if frames are hidden', () => {
  const { catalog, shoot } = openWithShots()
  catalog.analysis.setSteps(fingerprints('v1', ['sharpness']))
  const exposed = [1 / 100, 1 / 400, 1 / 25].map((exposureTime, at) => ({ at, exposureTime, aperture: 8, iso: 100 }))
  const ids = shoot(...exposed)
  ids.forEach((id, at) => measure(catalog, id, [40, 45, 90][at]!))
  arrange(catalog)
  const { stack } = catalog.photos.tiles(ids)[0]!
  expect(catalog.stacks.look(stack!, (all) => all)).toMatchObject({ frames: ids, set: 'bracket', suggested: null })
  expect(catalog.stacks.look(stack!, (all) => all.slice(1))).toMatchObject({ set: 'bracket', suggested: null })
})

test('a frame that waits for its analysis is reported', () => {
  const { catalog, shoot } = openWithShots()
  catalog.analysis.setSteps(fingerprints('v1', ['sharpness']))
  const ids = shoot(0, 0.5)
  measure(catalog, ids[0]!, 40)
  arrange(catalog)
  const viewOf = () => catalog.stacks.look(catalog.photos.tiles(ids)[0]!.stack!, (all) => all)
  expect(viewOf()).toMatchObject({ set: null, isWaiting: true, suggested: null })
  measure(catalog, ids[1]!, 42)
  expect(viewOf()).toMatchObject({ isWaiting: false, suggested: null })
})

test('a frame that the person put on top or picked is chosen, until an undo', () => {
  const { catalog, ids, viewOf } = openBurst(40, 80, 45)
  catalog.changes.apply({ kind: 'pick', ids: [ids[2]!], pick: 1 })
  expect(viewOf()?.chosen).toBe(ids[2])
  const { changeId } = catalog.changes.apply({ kind: 'stack-top', ids: [ids[1]!], top: catalog.stacks.nextTop() })
  expect(viewOf()?.chosen).toBe(ids[1])
  catalog.changes.undo(changeId!)
  expect(viewOf()?.chosen).toBe(ids[2])
})

test('hidden and rejected photos are not suggested, and hidden ones are not reported', () => {
  const { catalog, ids, viewOf } = openBurst(40, 80, 60, 45)
  expect(viewOf([ids[0]!, ids[2]!, ids[3]!])).toMatchObject({
    frames: [ids[0], ids[2], ids[3]],
    suggested: { id: ids[2] },
  })
  expect(viewOf([])).toBeNull()
  catalog.changes.apply({ kind: 'pick', ids: [ids[1]!], pick: -1 })
  expect(viewOf()?.suggested?.id).toBe(ids[2])
})

test('a large face counts more than a small one', () => {
  const { catalog, ids, viewOf } = openBurst(50, 50)
  measure(catalog, ids[0]!, 50, face(100, 70), face(10, 20))
  measure(catalog, ids[1]!, 50, face(100, 50), face(10, 90))
  expect(viewOf()?.suggested).toEqual({ id: ids[0], reasons: ['eyes-sharper'] })
})

test('closed eyes of one in a group spoil a frame, those of a small bystander do not', () => {
  const { catalog, ids, viewOf } = openBurst(50, 50)
  const seen = (height: number, openness: number | null) => ({
    ...face(height, 70),
    expression: { openness, smile: null, away: null },
  })
  measure(catalog, ids[0]!, 50, seen(100, 0.9), seen(95, 0.9), seen(90, 0.1), seen(98, 1))
  measure(catalog, ids[1]!, 50, seen(100, 0.9), seen(95, 0.9), seen(90, 0.9), seen(10, 0), seen(98, null))
  expect(viewOf()?.suggested).toEqual({ id: ids[1], reasons: ['eyes-open'] })
})

test('a face without detail counts as measured, even among frames measured by an earlier version', () => {
  const { catalog, ids, viewOf } = openBurst(50, 50)
  measure(catalog, ids[0]!, 54, { ...face(100, 50), clipped: 0.2 })
  measure(catalog, ids[1]!, 50, { ...face(100, 50), clipped: 0.01 })
  expect(viewOf()?.suggested).toEqual({ id: ids[1], reasons: ['faces-less-clipped'] })
  measure(catalog, ids[0]!, 54, face(100, 50))
  expect(viewOf()?.suggested).toBeNull()
})

test('an unknown stack number gives nothing', () => {
  const { catalog } = openBurst(50, 50)
  expect(catalog.stacks.look(0, (ids) => ids)).toBeNull()
  expect(catalog.stacks.look(-9999, (ids) => ids)).toBeNull()
})

/**
 * The placeholder of a view that begins this many parts of its width into an endless landscape, with this brightness.
 */
function placeholderAt(right: number, light = 1): Uint8Array {
  const [width, height] = [48, 32]
  const rgba = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => {
    const [x, y, channel] = [(((i >> 2) % width) / width + right) * 5, (i >> 2) / width / height, i % 4]
    return channel === 3
      ? 255
      : light * (128 + 60 * Math.sin(x + channel) + 40 * Math.sin(2.7 * x + 2 * y) - 20 * Math.cos(4 * y))
  })
  return rgbaToThumbHash(width, height, rgba)
}

/** Frames two and a half seconds apart, each at this offset in the landscape; the second is the sharpest. */
function openViews(...rights: number[]) {
  return viewsWith({ exposureTime: 1 / 100, aperture: 8, iso: 100, focalLength: 35 }, rights)
}

/** With `everyS` seconds in between, and with content that is the same in all if `areAlike`. */
function viewsWith(
  settings: Partial<PhotoMetadata>,
  rights: readonly number[],
  { everyS = 2.5, areAlike = false }: { everyS?: number; areAlike?: boolean } = {},
) {
  const { catalog, shoot } = openWithShots()
  const steps: StepName[] = ['sharpness', 'preview', 'embedding']
  catalog.analysis.setSteps(fingerprints('v1', steps))
  const ids = shoot(...rights.map((_, i) => ({ at: i * everyS, ...settings })))
  const embedding = { modelId: 'content', vector: Float32Array.of(1, 0) }
  ids.forEach((id, i) => {
    const sharpness = { subject: i === 1 ? 90 : 40, faces: [], exposure }
    const placeholder = placeholderAt(rights[i]!)
    saveFound(catalog, id, { sharpness, placeholder, ...(areAlike && { embedding }) }, steps)
  })
  arrange(catalog)
  const stack = catalog.photos.tiles(ids)[0]!.stack
  return {
    ids,
    view: stack === undefined ? null : catalog.stacks.look(stack, (all) => all),
    review: () => catalog.stacks.review(stack!, (all) => all),
  }
}

test('frames that turn by the same part each time are a panorama, and none is suggested', () => {
  const { ids, view } = openViews(0, 0.6, 1.2, 1.8)
  expect(view).toMatchObject({ frames: ids, set: 'panorama', suggested: null, isWaiting: false })
})

test('frames that turn to and fro, or hardly at all, are not a panorama', () => {
  expect(openViews(0, 0.6, 0, 0.6).view).toBeNull()
  expect(openViews(0, 0.02, 0.04).view).toBeNull()
})

test('no frame is suggested of two that look alike but show different views, such as a part of a panorama', () => {
  const settings = { exposureTime: 1 / 100, aperture: 8, iso: 100, focalLength: 35 }
  // The light and shade of the second are nearly those of the first turned round.
  const apart = (everyS: number) => viewsWith(settings, [0, 0.6], { everyS, areAlike: true })
  const { ids, view, review } = apart(1.5)
  expect(view).toMatchObject({ frames: ids, suggested: null, isWaiting: false })
  expect(review()).toBe('set')
  // A faster burst follows something that moves.
  expect(apart(0.3).view).toMatchObject({ set: null, suggested: {} })
  // One frame of many was held badly.
  expect(viewsWith(settings, [0, 0.05, 0.6, 0.62, 0.65], { everyS: 1.5, areAlike: true }).view).toMatchObject({
    suggested: {},
  })
  expect(viewsWith(settings, [0, 0.05], { everyS: 1.5, areAlike: true }).view).toMatchObject({ suggested: {} })
})

test('a slow burst whose view moves in the hand has a suggestion', () => {
  const settings = { exposureTime: 1 / 100, aperture: 8, iso: 100, focalLength: 35 }
  const suggestedOf = (...rights: number[]) =>
    viewsWith(settings, rights, { everyS: 1.5, areAlike: true }).view?.suggested
  expect(suggestedOf(0, 0.12)).toBeTruthy()
  expect(suggestedOf(0, 0.11, 0, 0.1)).toBeTruthy()
})

/** The width of edges at each height of a picture, 0 to 1, across and down. */
type Edges = (height: number) => { across: number; down: number }

/** The detail of a chequered cloth with edges of this width. */
function detailOf(edges: Edges): Uint8Array {
  const side = 96
  const wave = (at: number, wide: number) => Math.tanh(Math.sin((Math.PI * at) / 8) / wide)
  return measureDetail(
    lumaOfRaster(
      rasterOf(side, side, (x, y) => {
        const { across, down } = edges(y / side)
        return 128 + 80 * wave(x + 0.5, across) * wave(y + 0.5, down)
      }),
    ),
  )
}

/** The plane of focus is at this height. */
const focusedAt = (height: number) => detailOf((y) => evenly(0.2 + 3 * Math.abs(y - height)))
const evenly = (wide: number) => ({ across: wide, down: wide })
const blurred = (wide: number) => detailOf(() => evenly(wide))

test('of frames with similar marks, the one with the most salient detail is suggested', () => {
  const { catalog, shoot } = openWithShots()
  const steps: StepName[] = ['sharpness', 'croppings']
  catalog.analysis.setSteps(fingerprints('v1', steps))
  const ids = shoot(0, 0.5, 1)
  // The salient part is above; below, the others are sharper.
  const map = { columns: 4, rows: 4, values: Uint8Array.from({ length: 16 }, (_, at) => (at < 8 ? 255 : 0)) }
  ids.forEach((id, i) => {
    const [above, below] = i === 1 ? [60, 20] : [30, 60]
    const detail = Uint8Array.from({ length: 256 }, (_, at) => (at < 128 ? above : below))
    const saliencyFeatures = { width: 600, height: 400, map, subjects: [] }
    saveFound(catalog, id, { sharpness: { subject: 60, faces: [], exposure, detail }, saliencyFeatures }, steps)
  })
  arrange(catalog)
  const { stack } = catalog.photos.tiles(ids)[0]!
  expect(catalog.stacks.look(stack!, (all) => all)?.suggested).toEqual({ id: ids[1], reasons: ['subject-sharper'] })
})

type Focused = { detail?: Uint8Array; right?: number; exposureTime?: number | null; light?: number }

/** Frames of one view, or of one that begins `right` parts of its width further on; the second is the sharpest. */
function openFrames(frames: readonly Focused[]) {
  const { catalog, shoot } = openWithShots()
  catalog.analysis.setSteps(fingerprints('v1', ['sharpness', 'preview']))
  const ids = shoot(
    ...frames.map(({ exposureTime = 1 / 100 }, i) => {
      const settings = exposureTime === null ? {} : { exposureTime, aperture: 8, iso: 100, focalLength: 100 }
      return { at: i * 0.5, ...settings }
    }),
  )
  ids.forEach((id, i) => {
    const { detail, right = 0, light } = frames[i]!
    const sharpness = { subject: i === 1 ? 90 : 40, faces: [], exposure, ...(detail && { detail }) }
    saveFound(catalog, id, { sharpness, placeholder: placeholderAt(right, light) }, ['sharpness', 'preview'])
  })
  arrange(catalog)
  const { stack } = catalog.photos.tiles(ids)[0]!
  return {
    catalog,
    ids,
    view: catalog.stacks.look(stack!, (all) => all)!,
    review: () => catalog.stacks.review(stack!, (all) => all),
  }
}

test('frames of one view with a moving plane of focus are a focus stack, and none is suggested', () => {
  for (const heights of [
    [0.1, 0.5, 0.9],
    [0.95, 0.8, 0.6, 0.4, 0.2, 0.05],
    [0.5, 0.1, 0.9, 0.3],
  ]) {
    const { view, review } = openFrames(heights.map((height) => ({ detail: focusedAt(height), exposureTime: null })))
    expect(view).toMatchObject({ set: 'focus-stack', suggested: null, isWaiting: false })
    expect(review()).toBe('set')
  }
})

test('frames that are out of focus or moved all over, or focus on one of two things, are a burst', () => {
  const moved = (across: number, down: number) => detailOf(() => ({ across, down }))
  const bursts = [
    [blurred(1), blurred(0.2), blurred(2), blurred(0.5)],
    [moved(2, 0.2), moved(0.2, 0.2), moved(0.2, 2), moved(1, 1)],
    [focusedAt(0.9), focusedAt(0.1), focusedAt(0.12)],
  ]
  for (const details of bursts)
    expect(openFrames(details.map((detail) => ({ detail }))).view).toMatchObject({ set: null, suggested: {} })
  // the camera moved on, or the light changed
  const planes = [0.1, 0.5, 0.9].map(focusedAt)
  expect(openFrames(planes.map((detail, i) => ({ detail, right: i / 20 }))).view.set).toBeNull()
  const drifting = planes.flatMap((detail) => [detail, detail, detail])
  expect(openFrames(drifting.map((detail, i) => ({ detail, right: i / 100 }))).view.set).toBeNull()
  expect(openFrames(planes.map((detail, i) => ({ detail, exposureTime: (i + 1) / 100 }))).view.set).not.toBe(
    'focus-stack',
  )
})

test('before the sharp regions of a still view are measured, no frame is suggested or rejected', () => {
  const { catalog, ids, view, review } = openFrames([{}, {}, {}])
  expect(view).toMatchObject({ set: null, suggested: null })
  expect(review()).toBe('waiting')
  expect(catalog.stacks.kindWith(ids[0]!)).toBe('unknown')
})

test('without settings in the files, pictures reveal brackets and panoramas', () => {
  const lights = (...all: number[]) =>
    openFrames(all.map((light) => ({ light, exposureTime: null, detail: blurred(1) }))).view
  expect(lights(1, 0.5, 1.5)).toMatchObject({ set: 'bracket', suggested: null })
  // the two brightest are equally white
  expect(lights(1, 0.5, 2, 2.02)).toMatchObject({ set: 'bracket', suggested: null })
  expect(lights(1, 1.03, 1.5)).toMatchObject({ set: null, suggested: {} })
  expect(viewsWith({}, [0, 0.6, 1.2]).view).toMatchObject({ set: 'panorama', suggested: null })
})
