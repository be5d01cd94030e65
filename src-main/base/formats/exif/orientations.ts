/**
 * EXIF orientations as turns of a picture: each of 1 to 8 says how what is stored becomes upright. 1 leaves it as it
 * is, 6 turns it to the right, 3 half round, 8 to the left; 2, 4, 5 and 7 mirror it as well.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** A point, or a size, in shares of the picture: 0 to 1 from the left and from the top. */
type Point = readonly [x: number, y: number]
/** An area in shares of the picture. */
export type Area = { x: number; y: number; width: number; height: number }

export const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

/** Where a point of the stored picture is on the upright one. */
const moves: Readonly<Record<Orientation, (x: number, y: number) => Point>> = {
  1: (x, y) => [x, y],
  2: (x, y) => [1 - x, y],
  3: (x, y) => [1 - x, 1 - y],
  4: (x, y) => [x, 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [1 - y, x],
  7: (x, y) => [1 - y, 1 - x],
  8: (x, y) => [y, 1 - x],
}

/** The orientation that a number says; 1 for what is none. */
export const orientationOf = (value: unknown): Orientation => orientations.find((each) => each === value) ?? 1

/** True for orientations that swap width and height. */
export const swapsSides = (orientation: number): boolean => orientation >= 5 && orientation <= 8

/** Where a point of the stored picture, in shares of it, is on the upright one. */
export const turnPoint = (orientation: number, x: number, y: number): Point => moves[orientationOf(orientation)](x, y)

/** One turn after another as one. */
export function compose(first: number, second: number): Orientation {
  return named.get(nameOf((x, y) => turnPoint(second, ...turnPoint(first, x, y)))) ?? 1
}

/** The turn that takes another one back. */
export const inverse = (orientation: number): Orientation =>
  orientations.find((each) => compose(orientation, each) === 1) ?? 1

/** An area of the stored picture on the upright one. */
export function turnArea(orientation: number, { x, y, width, height }: Area): Area {
  const [left, top] = turnPoint(orientation, x, y)
  const [right, bottom] = turnPoint(orientation, x + width, y + height)
  return {
    x: Math.min(left, right),
    y: Math.min(top, bottom),
    width: Math.abs(right - left),
    height: Math.abs(bottom - top),
  }
}

/** What a turn does to one point that is on no axis tells it from all others. */
const nameOf = (move: (x: number, y: number) => Point): string => move(1 / 8, 1 / 4).join(' ')
const named: ReadonlyMap<string, Orientation> = new Map(orientations.map((each) => [nameOf(moves[each]), each]))
