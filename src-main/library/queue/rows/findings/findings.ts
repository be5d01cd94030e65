import type { PhotoDetail } from '../../../../contract/library/photo.ts'
import type { Together } from '../../../catalog/context/together.ts'
import { categories } from './categories.ts'
import { colors } from './colors.ts'
import { croppings } from './croppings.ts'
import { embedding } from './embedding.ts'
import { faceVectors } from './face-vectors.ts'
import { faces } from './faces.ts'
import type { DetailContext, Finding } from './finding.ts'
import { hash } from './hash.ts'
import { preview } from './preview.ts'
import { sensitivity } from './sensitivity.ts'
import { sharpness } from './sharpness.ts'
import { tags } from './tags.ts'
import { textImage } from './text-image.ts'

/** Every finding. Saving an outcome, asking for an analysis again and showing a photo go through this list. */
export const allFindings = [
  hash,
  preview,
  faces,
  tags,
  categories,
  sensitivity,
  croppings,
  colors,
  embedding,
  sharpness,
  textImage,
  faceVectors,
] as const satisfies readonly Finding[]

type Details<Each> = Each extends { detail(...args: never[]): infer Detail } ? Detail : never
/** What the findings above tell of a photo. A part of `PhotoDetail` that nothing gives does not compile. */
export type FoundDetail = Together<Details<(typeof allFindings)[number]>>

/** What the findings tell of one photo. */
export const detailOf = (findings: readonly Finding[], context: DetailContext, photoId: number): FoundDetail =>
  Object.assign(
    {},
    ...findings.map((finding): Partial<PhotoDetail> => finding.detail?.(context, photoId) ?? {}),
  ) as FoundDetail
