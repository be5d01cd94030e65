import type { Color } from '../../src-main/contract/analysis/color.ts'
import { emptyMetadata } from '../../src-main/contract/library/empty-metadata.ts'
import type { ListRow } from '../../src-main/contract/library/list-row.ts'
import type { PhotoDetail, PhotoMetadata, PhotoTile } from '../../src-main/contract/library/photo.ts'

const words = ['dog', 'beach', 'person', 'mountain', 'car', 'food', 'tree', 'sky', 'bicycle', 'cat', 'boat', 'street']

const noMetadata: PhotoMetadata = { ...emptyMetadata(), colorSpace: 'sRGB' }

function fakeColor(html: string, name: string, percent: number): Color {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(html.slice(at, at + 2), 16)) as [number, number, number]
  return {
    r,
    g,
    b,
    html_code: html,
    closest_palette_color: name,
    closest_palette_color_html_code: html,
    closest_palette_color_parent: name,
    closest_palette_distance: 3,
    percent,
  }
}

/** A photo with everything a window can show; parts may be replaced. Ids count from 1. */
export function fakePhoto(id: number, change: Partial<PhotoDetail> = {}): PhotoDetail {
  const takenAt = `${2026 - (id % 5)}-0${1 + (id % 9)}-1${id % 10}T09:3${id % 6}:00`
  const [width, height] = id % 3 === 0 ? [3000, 4000] : [4500, 3000]
  return {
    id,
    name: `photo-${String(id).padStart(4, '0')}.jpg`,
    status: 'ready',
    width,
    height,
    placeholder: '',
    thumbVersion: 1,
    rating: 0,
    label: '',
    pick: 0,
    nsfw: 'safe',
    isSensitive: false,
    isPrivate: false,
    hasVerdict: true,
    faces: 0,
    takenAt,
    media: 'photo',
    durationMs: null,
    fileKind: 'plain',
    isLive: false,
    path: `/photos/photo-${id}.jpg`,
    folderId: 1,
    otherFiles: [],
    format: 'jpeg',
    bytes: 4_812_000 + id,
    modifiedAt: takenAt,
    reason: null,
    place: '',
    metadataProblem: null,
    metadata: {
      ...noMetadata,
      takenAt,
      cameraMake: 'FUJIFILM',
      cameraModel: 'X-T4',
      lens: 'XF 23mm F2',
      exposureTime: 1 / 250,
      aperture: 5.6,
      iso: 200,
      focalLength: 23,
    },
    tags: [words[id % 12], words[(id * 5 + 3) % 12]]
      .filter((word, index, all) => all.indexOf(word) === index)
      .map((name, index) => ({
        name: name ?? '',
        label: name ?? '',
        confidence: 92 - index * 31,
        source: 'engine' as const,
      })),
    categories: [
      {
        categorizer: 'personal_photos',
        name: id % 2 ? 'nature' : 'city',
        label: id % 2 ? 'nature' : 'city',
        confidence: 81,
      },
    ],
    colors: {
      image_colors: [
        fakeColor('#35506b', 'steel blue', 52),
        fakeColor('#d9c29a', 'sand', 31),
        fakeColor('#1c1c1e', 'black', 17),
      ],
      foreground_colors: [fakeColor('#d9c29a', 'sand', 70)],
      background_colors: [fakeColor('#35506b', 'steel blue', 88)],
      color_variance: 34,
      object_percentage: 22.4,
      color_percent_threshold: 1.75,
    },
    colorLabels: { 'steel blue': 'steel blue', sand: 'sand', black: 'black' },
    faceList: [],
    people: [],
    sharpness: null,
    textLines: [],
    judgement: null,
    nsfwShares: { nsfw: 1, underwear: 1, safe: 98 },
    croppings: [],
    ...change,
  }
}

export function fakePhotos(count: number): PhotoDetail[] {
  return Array.from({ length: count }, (_, index) => fakePhoto(index + 1))
}

export function tileOf(photo: PhotoDetail): PhotoTile {
  const { id, name, status, width, height, placeholder, thumbVersion, rating, label, pick } = photo
  const { nsfw, isSensitive, isPrivate, hasVerdict, faces, takenAt, media, durationMs, fileKind, isLive } = photo
  const picture = { width, height, placeholder, thumbVersion, media, durationMs, fileKind, isLive }
  const hiding = { nsfw, isSensitive, isPrivate, hasVerdict }
  const about = { id, name, status, ...picture, rating, label, pick, ...hiding, faces, takenAt }
  return { ...about, ...stackOf(photo), ...(photo.crop === undefined ? {} : { crop: photo.crop }) }
}

const stackOf = ({ stack, frames, flagged }: PhotoDetail) => ({
  ...(flagged === undefined ? {} : { flagged }),
  ...(stack === undefined ? {} : { stack }),
  ...(frames === undefined ? {} : { frames }),
})

export function listRowOf({ id, bytes, format, metadata, path, modifiedAt }: PhotoDetail): ListRow {
  const { cameraMake, cameraModel, lens, aperture, exposureTime, iso, focalLength } = metadata
  const shot = { camera: `${cameraMake} ${cameraModel}`, lens: lens ?? '', aperture, exposureTime, iso, focalLength }
  return {
    id,
    ...shot,
    bytes,
    format,
    folder: path.replace(/\/[^/]*$/, ''),
    addedAt: `${modifiedAt}Z`,
    modifiedAt: `${modifiedAt}Z`,
  }
}
