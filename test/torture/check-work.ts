import { readFile } from 'node:fs/promises'
import { inEnglish } from '../../src-main/contract/sentences/write-text.ts'
import { imageHashOf } from '../../src-main/base/formats/image-data/image-hash.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import type { TortureLibrary } from './torture-library.ts'
import type { Picture, Work, WorkModel } from './work-model.ts'

/** Compares the library with the model; every sentence is a loss. The library must have settled. */
export async function checkWork(library: TortureLibrary, model: WorkModel): Promise<string[]> {
  const losses: string[] = []
  for (const picture of model.pictures) {
    const found = await checkPicture(library, picture)
    losses.push(...found.map((loss) => `${loss} Before: ${picture.story.join('; ') || 'nothing'}.`))
    picture.story = []
  }
  const { toAnalyse, toWrite } = await library.pending()
  if (toAnalyse > 0) losses.push(`${toAnalyse} photos are still to be analysed.`)
  // The work on missing photos is written when they are back.
  if (toWrite > model.pictures.length - model.present.length) losses.push(`${toWrite} photos are still to be written.`)
  for (const { area, level, message } of await library.examine())
    if (area === 'catalogue' && level === 'problem') losses.push(inEnglish(message))
  return losses
}

async function checkPicture(library: TortureLibrary, picture: Picture): Promise<string[]> {
  const name = `Picture ${picture.number} (${picture.file ?? 'deleted'})`
  if (picture.file === null) return picture.photoId === null ? [] : checkDetail(library, picture, name)
  const id = await library.findPhoto(picture.file)
  if (id === null) return [`${name} is not in the library.`]
  if (picture.photoId !== null && picture.photoId !== id)
    return [`${name} is photo ${id}, and was photo ${picture.photoId}.`]
  picture.photoId = id
  const losses = await checkDetail(library, picture, name)
  const isOriginal = imageHashOf(await readFile(picture.file)) === picture.imageHash
  Object.assign(picture, { isKnown: true, isTouched: false })
  return isOriginal ? losses : [...losses, `${name} has other image data than the original.`]
}

async function checkDetail(library: TortureLibrary, picture: Picture, name: string): Promise<string[]> {
  const { file, photoId, alternative } = picture
  const detail = await library.photo(photoId!).catch((error: unknown) => String(error))
  if (typeof detail === 'string') return [`${name} cannot be shown: ${detail}`]
  if (alternative !== null && hasWork(detail, alternative)) picture.work = alternative
  picture.alternative = null
  const { work } = picture
  const losses: string[] = []
  if (detail.rating !== work.rating) losses.push(`${name} has ${detail.rating} stars and was given ${work.rating}.`)
  const [has, given] = [personTags(detail), tagsOf(work)]
  if (has !== given) losses.push(`${name} has the tags "${has}" and was given "${given}".`)
  if (file !== null && detail.status !== 'ready')
    losses.push(`${name} is ${detail.status}: ${inEnglish(detail.reason)}`)
  if (file === null && detail.status !== 'missing') losses.push(`${name} is ${detail.status}, and its file is gone.`)
  return losses
}

const tagsOf = ({ tags }: Work): string => [...tags].sort().join(', ')

const hasWork = (detail: PhotoDetail, work: Work): boolean =>
  detail.rating === work.rating && personTags(detail) === tagsOf(work)

const personTags = ({ tags }: PhotoDetail): string =>
  tags
    .filter(({ source }) => source === 'person')
    .map(({ name }) => name)
    .sort()
    .join(', ')
