/** Pictures drawn by rule, so that a check gives the same on every machine: RGB bytes, side * side * 3. */
export const testPictures: Readonly<Record<string, (side: number) => Uint8Array>> = {
  black: (side) => new Uint8Array(side * side * 3),
  pattern: (side) => new Uint8Array(side * side * 3).map((_, k) => (37 * k + 11 * Math.floor(k / 97)) % 251),
  noise: (side) => drawNoise(side),
  landscape: (side) => drawPixels(side, drawLandscape),
}

function drawNoise(side: number): Uint8Array {
  let state = 12345
  return new Uint8Array(side * side * 3).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  })
}

function drawPixels(side: number, colour: (x: number, y: number) => readonly [number, number, number]): Uint8Array {
  const data = new Uint8Array(side * side * 3)
  for (let i = 0; i < side * side; i++) data.set(colour((i % side) / side, Math.floor(i / side) / side), 3 * i)
  return data
}

/** A sky with a gradient, hills, and a skin-coloured disc: smooth areas and edges as in a photo. */
function drawLandscape(x: number, y: number): [number, number, number] {
  const hills = 0.6 + 0.1 * Math.sin(9 * x) + 0.03 * Math.sin(41 * x)
  const isDisc = (x - 0.5) ** 2 + (y - 0.45) ** 2 < 0.03
  const grain = 6 * Math.sin(400 * x + 300 * y)
  if (isDisc) return [224 + grain, 172 + 60 * (0.5 - x), 140 + 40 * (0.5 - y)]
  if (y > hills) return [60 + 80 * (y - hills) + grain, 110 - 60 * (y - hills), 40 + grain]
  return [110 + 120 * y, 150 + 90 * y, 235 - 20 * y + grain]
}
