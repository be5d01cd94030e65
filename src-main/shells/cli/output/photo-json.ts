import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { PhotoDetail } from '../../../contract/library/photo.ts'

/** A photo in the form of `show --json`. Fields are only ever added; see JSON.md. */
export function toPhotoJson(photo: PhotoDetail) {
  return {
    path: photo.path,
    status: photo.status,
    reason: inEnglish(photo.reason),
    format: photo.format,
    bytes: photo.bytes,
    width: photo.width,
    height: photo.height,
    taken_at: photo.takenAt,
    rating: photo.rating,
    label: photo.label,
    pick: photo.pick,
    tags: photo.tags.map(({ name, confidence, source, synset_id }) => ({
      name,
      confidence,
      source,
      ...(synset_id ? { synset_id } : {}),
    })),
    categories: photo.categories.map(({ categorizer, name, confidence }) => ({ categorizer, name, confidence })),
    colors: photo.colors && {
      image_colors: photo.colors.image_colors,
      foreground_colors: photo.colors.foreground_colors,
      background_colors: photo.colors.background_colors,
      object_percentage: photo.colors.object_percentage,
      color_variance: photo.colors.color_variance,
      color_percent_threshold: photo.colors.color_percent_threshold,
    },
    faces: photo.faceList.map(({ confidence, coordinates }) => ({ confidence, coordinates })),
    nsfw: photo.nsfwShares,
    nsfw_verdict: photo.nsfw,
    judgement: photo.judgement,
    private: photo.isPrivate,
    croppings: photo.croppings,
    metadata: toSnakeCase(photo.metadata),
    metadata_problem: inEnglish(photo.metadataProblem),
  }
}

/** A line of `list --json`. */
export function toListJson(
  path: string,
  tile: {
    status: string
    width: number
    height: number
    takenAt: string | null
    rating: number
    label: string
    pick: number
    faces: number
    nsfw: string
    isPrivate: boolean
  },
) {
  return {
    path,
    status: tile.status,
    width: tile.width,
    height: tile.height,
    taken_at: tile.takenAt,
    rating: tile.rating,
    label: tile.label,
    pick: tile.pick,
    faces: tile.faces,
    nsfw: tile.nsfw,
    private: tile.isPrivate,
  }
}

function toSnakeCase(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key.replace(/[A-Z]|\d+$/g, (part) => `_${part.toLowerCase()}`),
      value,
    ]),
  )
}
