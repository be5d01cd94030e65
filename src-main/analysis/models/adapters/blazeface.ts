import type { ModelSession } from '../runtime/open-session.ts'
import type { Box, DetectedFace, FaceDetector } from '../runtime/tasks.ts'
import { clampBox, suppressBoxes } from './box-suppression.ts'
import type { DecodedPhoto } from '../../photo/photo.ts'
import { cutSquare, squareAround, touchesCut, wholeSquare, type Square, type SquareWindow } from './square-windows.ts'

const MIN_SCORE = 0.65
const SAME_FACE = 0.3
/**
 * BlazeFace's boxes are square, from the brows to below the chin. Measured against YuNet's boxes of the same faces,
 * they are 1.12 times as wide and 0.87 times as high, and their middle is 0.07 heights lower. This converts them, so
 * that both detectors box a face alike.
 */
const TO_FACE = { width: 0.9, height: 1.15, up: 0.075 }

/** A closer look is worth its time if its side is at most this share of the side of the look before. */
const CLOSER = 0.85

/**
 * BlazeFace for 256 pixels (MediaPipe through @vladmandic/human, MIT). It looks at all places where faces may be, or at
 * the whole photo if they take up most of it; then at those without a clear face, all of them or each half.
 */
export function createBlazeface(session: ModelSession, modelId: string): { faces: FaceDetector } {
  const detectIn = async (photo: DecodedPhoto, square: Square) => {
    const window = await cutSquare(photo, square, BLAZEFACE_SIDE)
    const found = await runBlazeface(session, window.data)
    return found.filter(({ box }) => !touchesCut(window, box)).map((face) => placeFace(face, window))
  }
  const detect: FaceDetector['detect'] = async (photo, placesWithout = () => []) => {
    const whole = wholeSquare(photo)
    const [seen = whole] = closerSquares([placesWithout([])], whole, photo)
    const found = await detectIn(photo, seen)
    const places = placesWithout(facesAmong(found, photo))
    const [together] = closerSquares([places], seen, photo)
    for (const square of together ? [together] : closerSquares(halves(places), seen, photo))
      found.push(...(await detectIn(photo, square)))
    return facesAmong(found, photo)
  }
  return { faces: { modelId, detect } }
}

/** The squares around groups of places that show them enough larger than a square that was seen. */
const closerSquares = (groups: readonly (readonly Box[])[], seen: Square, photo: DecodedPhoto): Square[] =>
  groups
    .filter((places) => places.length > 0)
    .map((places) => squareAround(places, photo))
    .filter(({ side }) => side <= CLOSER * seen.side)

/** Places to the left and the right, or above and below, whichever way they spread more. */
function halves(places: readonly Box[]): Box[][] {
  const across = places.map(({ x1, x2 }) => (x1 + x2) / 2)
  const down = places.map(({ y1, y2 }) => (y1 + y2) / 2)
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const along = spread(across) >= spread(down) ? across : down
  const middle = (Math.max(...along) + Math.min(...along)) / 2
  return [places.filter((_, k) => along[k]! <= middle), places.filter((_, k) => along[k]! > middle)]
}

const facesAmong = (found: readonly DetectedFace[], { width, height }: DecodedPhoto): DetectedFace[] =>
  suppressBoxes([...found], SAME_FACE).flatMap((face) => {
    const box = clampBox(toFaceBox(face.box), width, height)
    return box ? [{ ...face, box }] : []
  })

async function runBlazeface(session: ModelSession, data: Uint8Array): Promise<DetectedFace[]> {
  const outputs = await session.run({ image: { data, dims: [1, BLAZEFACE_SIDE, BLAZEFACE_SIDE, 3] } })
  const read = (name: string) => outputs[name]!.data as Float32Array
  const grids: BlazefaceGrid[] = [
    { logits: read('logits_512'), boxes: read('boxes_512'), cells: 16, anchorsPerCell: 2 },
    { logits: read('logits_384'), boxes: read('boxes_384'), cells: 8, anchorsPerCell: 6 },
  ]
  return grids.flatMap((grid) => decodeBlazeface(grid, MIN_SCORE))
}

function placeFace({ score, box, landmarks }: DetectedFace, { offsetX, offsetY, scale }: SquareWindow): DetectedFace {
  const x = (value: number) => value * scale + offsetX
  const y = (value: number) => value * scale + offsetY
  return {
    score,
    box: { x1: x(box.x1), y1: y(box.y1), x2: x(box.x2), y2: y(box.y2) },
    landmarks: landmarks.map((mark) => ({ type: mark.type, x: x(mark.x), y: y(mark.y) })),
  }
}

function toFaceBox({ x1, y1, x2, y2 }: DetectedFace['box']): DetectedFace['box'] {
  const [width, height] = [(x2 - x1) * TO_FACE.width, (y2 - y1) * TO_FACE.height]
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2 - (y2 - y1) * TO_FACE.up]
  return { x1: x - width / 2, y1: y - height / 2, x2: x + width / 2, y2: y + height / 2 }
}

/** Side of BlazeFace's square input; its boxes are in these pixels. */
const BLAZEFACE_SIDE = 256
const VALUES_PER_ANCHOR = 16
const landmarkTypes = ['right_eye', 'left_eye', 'nose', 'mouth', 'right_ear', 'left_ear'] as const

/** Logits and boxes of one of the two grids. */
type BlazefaceGrid = { logits: Float32Array; boxes: Float32Array; cells: number; anchorsPerCell: number }

/**
 * Faces above a score in pixels of the square picture, not yet suppressed (BlazeFace, Bazarevsky et al. 2019). Each
 * anchor is in the middle of its cell; box and landmarks are offsets from it.
 */
function decodeBlazeface({ logits, boxes, cells, anchorsPerCell }: BlazefaceGrid, minScore: number): DetectedFace[] {
  const min = Math.log(minScore / (1 - minScore))
  const stride = BLAZEFACE_SIDE / cells
  const faces: DetectedFace[] = []
  for (const [anchor, logit] of logits.entries()) {
    if (logit < min) continue
    const cell = Math.floor(anchor / anchorsPerCell)
    const anchorX = ((cell % cells) + 0.5) * stride
    const anchorY = (Math.floor(cell / cells) + 0.5) * stride
    const read = (k: number) => boxes[anchor * VALUES_PER_ANCHOR + k]!
    const x = anchorX + read(0)
    const y = anchorY + read(1)
    const box = { x1: x - read(2) / 2, y1: y - read(3) / 2, x2: x + read(2) / 2, y2: y + read(3) / 2 }
    const landmarks = landmarkTypes.map((type, k) => ({
      type,
      x: anchorX + read(4 + 2 * k),
      y: anchorY + read(5 + 2 * k),
    }))
    faces.push({ score: 1 / (1 + Math.exp(-logit)), box, landmarks })
  }
  return faces
}
