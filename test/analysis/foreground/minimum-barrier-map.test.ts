import { expect, test } from 'vitest'
import { rgbToLab } from '../../../src-main/base/color/lab.ts'
import { minimumBarrierMap } from '../../../src-main/analysis/foreground/minimum-barrier-map.ts'
import type { Raster } from '../../../src-main/analysis/photo/photo.ts'

function noise(width: number, height: number, seed: number): Raster {
  let state = seed
  const data = Uint8Array.from({ length: 3 * width * height }, () => (state = (state * 16_807) % 2_147_483_647) >> 7)
  return { width, height, data }
}

/** The raster scan in plain JavaScript, a channel at a time. */
function scan(values: Float32Array, width: number, height: number): Float32Array {
  const [highest, lowest] = [values.slice(), values.slice()]
  const distance = values.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return x === 0 || y === 0 || x === width - 1 || y === height - 1 ? 0 : Infinity
  })
  for (const step of [1, -1, 1]) {
    for (let k = 0; k < values.length; k++) {
      const i = step > 0 ? k : values.length - 1 - k
      if (distance[i] === 0 && (i % width) * Math.floor(i / width) === 0) continue
      if (i % width === width - 1 || Math.floor(i / width) === height - 1) continue
      for (const from of [i - step, i - step * width]) {
        const [high, low] = [Math.max(highest[from]!, values[i]!), Math.min(lowest[from]!, values[i]!)]
        if (high - low >= distance[i]!) continue
        ;[distance[i], highest[i], lowest[i]] = [high - low, high, low]
      }
    }
  }
  return distance
}

function plainMap({ width, height, data }: Raster): Float32Array {
  const labs = Array.from({ length: width * height }, (_, i) =>
    rgbToLab(data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!),
  )
  const planes = [0, 1, 2].map((k) =>
    scan(
      Float32Array.from(labs, (lab) => lab[k]!),
      width,
      height,
    ),
  )
  const sums = Float32Array.from(labs, (_, i) => {
    const [dx, dy] = [((i % width) + 0.5) / width - 0.5, (Math.floor(i / width) + 0.5) / height - 0.5]
    return (planes[0]![i]! + planes[1]![i]! + planes[2]![i]!) * Math.exp(-2.5 * (dx * dx + dy * dy))
  })
  const highest = Math.max(...sums)
  return highest === 0 ? sums : sums.map((value) => 1 / (1 + Math.exp(-10 * (value / highest - 0.5))))
}

test.each([
  [40, 30],
  [23, 57],
  [3, 3],
  [3, 40],
  [2, 5],
  [1, 1],
])('%i x %i: barriers are those of a plain scan', (width, height) => {
  const raster = noise(width, height, 7)
  const expected = plainMap(raster)
  const { values, columns, rows } = minimumBarrierMap(raster)
  expect([columns, rows]).toEqual([width, height])
  for (const [i, value] of values.entries()) expect(value).toBeCloseTo(expected[i]!, 5)
})

test('what an earlier, larger picture left behind does not matter', () => {
  const raster = noise(20, 20, 3)
  const alone = minimumBarrierMap(raster).values
  minimumBarrierMap(noise(70, 50, 5))
  expect(minimumBarrierMap(raster).values).toEqual(alone)
})
