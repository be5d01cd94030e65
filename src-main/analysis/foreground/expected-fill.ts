/** Share of its box that a thing covers by default, if it fills its box, and if it is thin or spread out. */
const FILLS = { solid: 0.7, usual: 0.5, thin: 0.4 } as const

const solid: ReadonlySet<string> = new Set([
  'bus',
  'train',
  'truck',
  'car',
  'refrigerator',
  'oven',
  'microwave',
  'toaster',
  'tv',
  'laptop',
  'cell phone',
  'keyboard',
  'book',
  'bed',
  'couch',
  'sink',
  'toilet',
  'dining table',
  'suitcase',
  'clock',
  'stop sign',
  'traffic light',
  'parking meter',
  'fire hydrant',
  'sports ball',
  'frisbee',
  'vase',
  'bowl',
  'cup',
  'pizza',
  'cake',
  'donut',
  'sandwich',
  'hot dog',
  'apple',
  'orange',
])
const thin: ReadonlySet<string> = new Set([
  'bicycle',
  'motorcycle',
  'airplane',
  'boat',
  'giraffe',
  'horse',
  'bird',
  'chair',
  'bench',
  'umbrella',
  'kite',
  'skis',
  'snowboard',
  'surfboard',
  'tennis racket',
  'baseball bat',
  'knife',
  'fork',
  'spoon',
  'scissors',
  'toothbrush',
  'wine glass',
  'tie',
  'potted plant',
])

/**
 * The expected share of its box that a thing of this class covers, 0 to 1; from general knowledge of shapes, not fitted
 * to photos.
 */
export function expectedFill(label: string): number {
  return FILLS[solid.has(label) ? 'solid' : thin.has(label) ? 'thin' : 'usual']
}
