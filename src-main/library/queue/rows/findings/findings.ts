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
import { text } from './text.ts'
import { textImage } from './text-image.ts'

/** Every finding. Saving an outcome, requesting another analysis and showing a photo use this list. */
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
  text,
] as const satisfies readonly Finding[]

type Details<Each> = Each extends { detail(...args: never[]): infer Detail } ? Detail : never
/** The details of a photo from the findings above. A missing part of `PhotoDetail` does not compile. */
export type FoundDetail = Together<Details<(typeof allFindings)[number]>>

/** The details of one photo from its findings. */
export const detailOf = (findings: readonly Finding[], context: DetailContext, photoId: number): FoundDetail =>
  Object.assign(
    {},
    ...findings.map((finding): Partial<PhotoDetail> => finding.detail?.(context, photoId) ?? {}),
  ) as FoundDetail
