/** Order of axes from TensorFlow's NHWC to NCHW, with which the runtime is fastest, and back. */
export const toChannelsFirst = [0, 3, 1, 2] as const
export const toChannelsLast = [0, 2, 3, 1] as const

export const permute = <T>(values: readonly T[], order: readonly number[]): T[] =>
  order.map((axis) => values[axis] as T)
export const sizeOf = (dims: readonly number[]): number => dims.reduce((product, side) => product * side, 1)

/** Dimensions in the ONNX graph: rank 4 is channels first, any other rank is unchanged. */
export const onnxDims = (dims: readonly number[]): number[] =>
  dims.length === 4 ? permute(dims, toChannelsFirst) : [...dims]

/** The ONNX axis of a TensorFlow axis, which may count from the end. */
export function onnxAxis(axis: number, rank: number): number {
  const positive = axis < 0 ? axis + rank : axis
  return rank === 4 ? toChannelsFirst.indexOf(positive as 0 | 1 | 2 | 3) : positive
}

/** Elements in a new order of axes. */
export function transpose<T extends Float32Array | Uint16Array | Uint8Array>(
  values: T,
  dims: readonly number[],
  order: readonly number[],
): T {
  const result = values.slice() as T
  const strides = dims.map((_, axis) => sizeOf(dims.slice(axis + 1)))
  const sides = permute(dims, order)
  const steps = permute(strides, order)
  const position = sides.map(() => 0)
  for (let target = 0, source = 0; target < result.length; target++) {
    result[target] = values[source] as number
    for (let axis = sides.length - 1; axis >= 0; axis--) {
      position[axis] = (position[axis] as number) + 1
      source += steps[axis] as number
      if ((position[axis] as number) < (sides[axis] as number)) break
      source -= (steps[axis] as number) * (sides[axis] as number)
      position[axis] = 0
    }
  }
  return result
}

/** Explicit pads [top, left, bottom, right] for TensorFlow's SAME: as even as possible, the odd one at the end. */
export function samePads(
  sides: readonly [number, number],
  kernel: readonly [number, number],
  strides: readonly [number, number],
  dilations: readonly [number, number] = [1, 1],
): number[] {
  const totals = [0, 1].map((i) => {
    const [side, step, reach] = [
      sides[i] as number,
      strides[i] as number,
      ((kernel[i] as number) - 1) * (dilations[i] as number) + 1,
    ]
    return Math.max((Math.ceil(side / step) - 1) * step + reach - side, 0)
  }) as [number, number]
  const before = totals.map((total) => Math.floor(total / 2)) as [number, number]
  return [before[0], before[1], totals[0] - before[0], totals[1] - before[1]]
}
