/** A size in CSS pixels. */
export type Size = { width: number; height: number }
/** A shift from the middle of the stage, in CSS pixels. */
export type Offset = { x: number; y: number }

/** A small picture is not enlarged beyond this factor to fit the stage. */
const MAX_ENLARGEMENT = 3

/** The size of a picture that fits the stage; the size of the stage while that of the picture is unknown. */
export function fitInto(stage: Size, { width, height }: Size): Size {
  if (width <= 0 || height <= 0) return { width: stage.width, height: stage.height }
  const ratio = Math.min(stage.width / width, stage.height / height, MAX_ENLARGEMENT)
  return { width: width * ratio, height: height * ratio }
}

/** An offset moved so that a picture that is larger than the stage covers it, and a smaller one stays in the middle. */
export function keepInside({ x, y }: Offset, picture: Size, stage: Size): Offset {
  const maxX = Math.max(0, (picture.width - stage.width) / 2)
  const maxY = Math.max(0, (picture.height - stage.height) / 2)
  return { x: Math.min(maxX, Math.max(-maxX, x)), y: Math.min(maxY, Math.max(-maxY, y)) }
}
