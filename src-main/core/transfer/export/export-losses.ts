import type { LibraryExportRequest } from '../../../contract/library/travel.ts'
import { columnOf, furtherTexts, givenTexts, type PhotoWork } from '../../catalog/catalog.ts'
import type { LeftOut } from '../import/foreign/left-out.ts'

/** Sidecars say that there is no rating or no flag, and cannot say so of these. */
const texts = ['label', 'title', 'caption', 'creator', 'copyright'] as const

/** Notes what a person did to a photo and a format has no place for. */
export function noteLosses(photo: PhotoWork, format: LibraryExportRequest['format'], left: LeftOut): void {
  const { path, isPrivate, judgement, removedTags } = photo
  if (format !== 'json') for (const { name } of photo.faces) if (name !== null) left.add('faceName', `${path}: ${name}`)
  if (format !== 'xmp') return
  if (isPrivate) left.add('privateMark', path)
  if (judgement !== null) left.add('verdict', path)
  for (const tag of removedTags) left.add('removedTag', `${path}: ${tag}`)
  for (const field of texts)
    if (photo[field].isGiven && photo[field].value === '') left.add('emptied', `${path}: ${field}`)
  for (const field of furtherTexts)
    if (givenTexts(photo.texts)[field] === '') left.add('emptied', `${path}: ${columnOf(field)}`)
  if (photo.position.isGiven && photo.position.value === '') left.add('removedPosition', path)
}
