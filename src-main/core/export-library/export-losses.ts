import type { LibraryExportRequest } from '../../contract/library/travel.ts'
import { columnOf, furtherTexts, givenTexts, type PhotoWork } from '../catalog/catalog.ts'
import type { LeftOut, Loss } from '../import/foreign/left-out.ts'

const losses = {
  private: { one: 'mark "private"', many: 'marks "private"' },
  verdict: { one: 'corrected verdict on sensitivity', many: 'corrected verdicts on sensitivity' },
  removedTag: { one: 'tag that was taken off', many: 'tags that were taken off' },
  face: { one: 'name of a face', many: 'names of faces' },
  album: { one: 'place in an album', many: 'places in albums' },
  emptied: { one: 'text that was emptied', many: 'texts that were emptied' },
  position: { one: 'position that was taken off', many: 'positions that were taken off' },
} satisfies Record<string, Loss>

/** Sidecars say that there is no rating or no flag, and cannot say so of these. */
const texts = ['label', 'title', 'caption', 'creator', 'copyright'] as const

/** Notes what a person did to a photo and a format has no place for. */
export function noteLosses(photo: PhotoWork, format: LibraryExportRequest['format'], left: LeftOut): void {
  const { path, isPrivate, judgement, removedTags, albums } = photo
  if (format !== 'json')
    for (const { name } of photo.faces) if (name !== null) left.add(losses.face, `${path}: ${name}`)
  if (format !== 'xmp') return
  if (isPrivate) left.add(losses.private, path)
  if (judgement !== null) left.add(losses.verdict, path)
  for (const album of albums) left.add(losses.album, `${path}: ${album.path}`)
  for (const tag of removedTags) left.add(losses.removedTag, `${path}: ${tag}`)
  for (const field of texts)
    if (photo[field].isGiven && photo[field].value === '') left.add(losses.emptied, `${path}: ${field}`)
  for (const field of furtherTexts)
    if (givenTexts(photo.texts)[field] === '') left.add(losses.emptied, `${path}: ${columnOf(field)}`)
  if (photo.position.isGiven && photo.position.value === '') left.add(losses.position, path)
}
