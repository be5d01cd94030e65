/** A point of the CIE 1931 diagram: x and y. */
export type Xy = readonly [x: number, y: number]
export type Row = readonly [number, number, number]
export type Matrix = readonly [Row, Row, Row]
/** The three primaries from which a space mixes its colours, and the white that they make together. */
export type Primaries = { red: Xy; green: Xy; blue: Xy; white: Xy }

/** White of paper, as in ICC profiles. */
export const D50: Xy = [0.3457, 0.3585]
const D65: Xy = [0.3127, 0.329]

export const P3: Primaries = { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: D65 }
export const SRGB: Primaries = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: D65 }

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** Converts light of one space to that of another; the white of the first becomes that of the second. */
export function matrixBetween(from: Primaries, to: Primaries): Matrix {
  return multiply(invert(matrixToXyz(to)), multiply(adaptWhite(from.white, to.white), matrixToXyz(from)))
}

/** XYZ of a light with brightness 1. */
export const xyzOf = ([x, y]: Xy): Row => [x / y, 1, (1 - x - y) / y]

/** Converts light to XYZ: the columns are the primaries, scaled so that together they make the white. */
export function matrixToXyz({ red, green, blue, white }: Primaries): Matrix {
  const points = [red, green, blue].map(([x, y]): Row => [x, y, 1 - x - y])
  const columns = transpose(points as unknown as Matrix)
  const parts = apply(invert(columns), xyzOf(white))
  return columns.map((row) => row.map((value, i) => value * parts[i]!)) as unknown as Matrix
}

/** Adapts XYZ from one white to another, so that it looks the same (Bradford). */
export function adaptWhite(from: Xy, to: Xy): Matrix {
  const [before, after] = [apply(BRADFORD, xyzOf(from)), apply(BRADFORD, xyzOf(to))]
  const scale = diagonal([0, 1, 2].map((i) => after[i]! / before[i]!))
  return multiply(invert(BRADFORD), multiply(scale, BRADFORD))
}

export const diagonal = (values: readonly number[]): Matrix =>
  [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? values[i]! : 0))) as unknown as Matrix

export const apply = (matrix: Matrix, point: Row): Row =>
  matrix.map((row) => row[0] * point[0] + row[1] * point[1] + row[2] * point[2]) as unknown as Row

const transpose = (matrix: Matrix): Matrix => [0, 1, 2].map((i) => matrix.map((row) => row[i]!)) as unknown as Matrix

/** Applies `b`, then `a`. */
export const multiply = (a: Matrix, b: Matrix): Matrix =>
  transpose(transpose(b).map((column) => apply(a, column)) as unknown as Matrix)

/** Has non-finite numbers if the matrix has no inverse. */
export function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  return [
    [(e * i - f * h) / whole, (c * h - b * i) / whole, (b * f - c * e) / whole],
    [(f * g - d * i) / whole, (a * i - c * g) / whole, (c * d - a * f) / whole],
    [(d * h - e * g) / whole, (b * g - a * h) / whole, (a * e - b * d) / whole],
  ]
}
