/**
 * EXIF orientations: each of 1 to 8 says how the stored picture becomes upright. 1 leaves it as it is, 6 rotates it to
 * the right, 3 by half a turn, 8 to the left; 2, 4, 5 and 7 also mirror it.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** A point or a size as fractions of the picture: 0 to 1 from the left and from the top. */
type Point = readonly [x: number, y: number]
/** An area as fractions of the picture. */
export type Area = { x: number; y: number; width: number; height: number }

export const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

/** Maps a point of the stored picture to the upright one. */
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

/** The orientation of a number; 1 for an invalid number. */
export const orientationOf = (value: unknown): Orientation => orientations.find((each) => each === value) ?? 1

/** True for orientations that swap width and height. */
export const swapsSides = (orientation: number): boolean => orientation >= 5 && orientation <= 8

/** Maps a point of the stored picture, in fractions, to the upright one. */
export const turnPoint = (orientation: number, x: number, y: number): Point => moves[orientationOf(orientation)](x, y)

/** The orientation that has the effect of two, one after the other. */
export const compose = (first: number, second: number): Orientation =>
  composed[orientationOf(first)][orientationOf(second)]

/** The orientation that undoes another one. */
export const inverse = (orientation: number): Orientation => inverses[orientationOf(orientation)]

/** Maps an area of the stored picture to the upright one. */
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

/** Its effect on one point off all axes identifies an orientation. */
const nameOf = (move: (x: number, y: number) => Point): string => move(1 / 8, 1 / 4).join(' ')
const named: ReadonlyMap<string, Orientation> = new Map(orientations.map((each) => [nameOf(moves[each]), each]))

/** Every tile of a list needs them, so they are looked up. */
const forEach = <Value>(value: (orientation: Orientation) => Value) =>
  Object.fromEntries(orientations.map((each) => [each, value(each)])) as Record<Orientation, Value>
const composed = forEach((first) =>
  forEach((second) => named.get(nameOf((x, y) => moves[second](...moves[first](x, y))))!),
)
const inverses = forEach((each) => orientations.find((other) => composed[each][other] === 1)!)
