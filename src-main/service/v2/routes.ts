import type { Route } from '../http/route.ts'
import { barcodeRoutes } from './barcodes.ts'
import { batchRoutes } from './batches.ts'
import { categoryRoutes } from './categories.ts'
import { colorRoutes } from './colors.ts'
import { croppingRoutes } from './croppings.ts'
import { groupingRoutes } from './face-groupings.ts'
import { recognitionRoutes } from './face-recognition.ts'
import { faceRoutes } from './faces.ts'
import { feedbackRoutes } from './feedback.ts'
import { similarRoutes } from './similar-images.ts'
import { tagRoutes } from './tags.ts'
import { classifierRoutes } from './classifiers.ts'
import { uploadRoutes } from './uploads.ts'
import { textRoutes } from './text.ts'
import { accountRoutes } from './usage.ts'

/** All routes of the v2 interface, including the additions: usage, feedback, and custom taggers and categorizers. */
export const v2Routes: readonly Route[] = [
  ...tagRoutes,
  ...categoryRoutes,
  ...croppingRoutes,
  ...colorRoutes,
  ...faceRoutes,
  ...barcodeRoutes,
  ...textRoutes,
  ...groupingRoutes,
  ...recognitionRoutes,
  ...similarRoutes,
  ...uploadRoutes,
  ...feedbackRoutes,
  ...classifierRoutes,
  ...batchRoutes,
  ...accountRoutes,
]
