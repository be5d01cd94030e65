import { z } from 'zod'
import { placeFields, type SomeFields } from './fields.ts'
import { clockAt } from './wall-clock.ts'

const Place = z.object({ latitude: z.number(), longitude: z.number(), altitude: z.number().optional() })

/** Google Takeout's fields of a photo; the rest is Google's own. */
const TakeoutPhoto = z.object({
  title: z.string(),
  description: z.string().catch(''),
  photoTakenTime: z.object({ timestamp: z.coerce.number() }).nullish().catch(null),
  geoData: Place.nullish().catch(null),
  geoDataExif: Place.nullish().catch(null),
  people: z
    .array(z.object({ name: z.string().catch('') }))
    .nullish()
    .catch(null),
  favorited: z.boolean().catch(false),
  trashed: z.boolean().catch(false),
})
export type TakeoutPhoto = z.infer<typeof TakeoutPhoto>

/** The JSON of a photo; null for any other JSON, such as that of an album, and for a damaged one. */
export function parseTakeout(text: string): TakeoutPhoto | null {
  try {
    const { success, data } = TakeoutPhoto.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')))
    const isPhoto = success && (data.photoTakenTime ?? data.geoData ?? data.geoDataExif ?? null) !== null
    return isPhoto ? data : null
  } catch {
    return null
  }
}

/**
 * The fields that Google knows of a photo. Google read some of them from the file, so they count only if the file lacks
 * them. A favourite is picked. Times are moments, shown in the zone of this machine.
 */
export function fieldsOfTakeout({
  description,
  photoTakenTime,
  geoData,
  geoDataExif,
  people,
  favorited,
}: TakeoutPhoto): SomeFields {
  const seconds = photoTakenTime?.timestamp ?? Number.NaN
  const place = [geoData, geoDataExif].find((each) => each && (each.latitude !== 0 || each.longitude !== 0))
  const names = [...new Set((people ?? []).map(({ name }) => name.trim()).filter((name) => name !== ''))]
  return {
    ...(Number.isFinite(seconds) && seconds !== 0 && Math.abs(seconds) < 2 ** 33 && { ...clockAt(seconds * 1000) }),
    ...(place && placeFields(place.latitude, place.longitude, place.altitude || null)),
    ...(description.trim() !== '' && { caption: description.trim() }),
    ...(names.length > 0 && { people: names }),
    ...(favorited && { pick: 1 as const }),
  }
}
