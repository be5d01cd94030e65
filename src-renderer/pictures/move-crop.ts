/** A rectangle in upright pixels of a photo; `x2` and `y2` are exclusive. */
export type Box = { x1: number; y1: number; x2: number; y2: number }
export type Area = { width: number; height: number }

/** The shortest side of a crop, in pixels. */
const MIN_SIDE = 16

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), Math.max(low, high))

function place(x: number, y: number, width: number, height: number, area: Area): Box {
  const x1 = Math.round(clamp(x, 0, area.width - width))
  const y1 = Math.round(clamp(y, 0, area.height - height))
  return {
    x1,
    y1,
    x2: Math.min(area.width, x1 + Math.round(width)),
    y2: Math.min(area.height, y1 + Math.round(height)),
  }
}

/** The box moved by some pixels, kept inside the photo. */
export function moveBox(box: Box, dx: number, dy: number, area: Area): Box {
  return place(box.x1 + dx, box.y1 + dy, box.x2 - box.x1, box.y2 - box.y1, area)
}

/** A box of a ratio (width over height) around a point, `width` pixels wide if the photo allows that. */
function boxAround(cx: number, cy: number, width: number, ratio: number, area: Area): Box {
  const widest = Math.min(area.width, area.height * ratio)
  const minWidth = Math.max(MIN_SIDE, MIN_SIDE * ratio)
  const wanted = clamp(width, Math.min(minWidth, widest), widest)
  return place(cx - wanted / 2, cy - wanted / ratio / 2, wanted, wanted / ratio, area)
}

/** The box grown or shrunk around its middle at a fixed ratio. */
export function scaleBox(box: Box, factor: number, ratio: number, area: Area): Box {
  return boxAround((box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2, (box.x2 - box.x1) * factor, ratio, area)
}

export type Corner = 'nw' | 'ne' | 'sw' | 'se'

/** The box with one corner dragged to a point; the opposite corner stays, and the ratio too. */
export function dragCorner(box: Box, corner: Corner, x: number, y: number, ratio: number, area: Area): Box {
  const isWest = corner.includes('w')
  const isNorth = corner.includes('n')
  const fixedX = isWest ? box.x2 : box.x1
  const fixedY = isNorth ? box.y2 : box.y1
  const maxWidth = isWest ? fixedX : area.width - fixedX
  const maxHeight = isNorth ? fixedY : area.height - fixedY
  const wanted = Math.max(Math.abs(x - fixedX), Math.abs(y - fixedY) * ratio)
  const widest = Math.min(maxWidth, maxHeight * ratio)
  const width = clamp(wanted, Math.min(MIN_SIDE, widest), widest)
  return place(isWest ? fixedX - width : fixedX, isNorth ? fixedY - width / ratio : fixedY, width, width / ratio, area)
}

/** The largest box of a ratio in the middle; used until the suggestion arrives. */
export function middleBox(ratio: number, area: Area): Box {
  return boxAround(area.width / 2, area.height / 2, area.width, ratio, area)
}
