/** An album that a photo is in: its path, `/` between names, and the place of the photo in its order. */
export type AlbumOfPhoto = { path: string; place: number }
/** The same as the Metadata Working Group has it: a name for people and an address for programs. */
export type Collection = { name: string; uri: string }

/** What albums of this program begin with: `lumafold:/albums/Travel/Rome#3` is the third place in `Travel/Rome`. */
const OWN = 'lumafold:/albums/'
/** As an album's name may be. */
const MAX_NAME = 100
/** A path of more levels is no one's. */
const MAX_LEVELS = 30

/** The whole path is the name as well, so that other programs tell apart two albums of one name. */
export const toCollection = ({ path, place }: AlbumOfPhoto): Collection => ({
  name: path,
  uri: `${OWN}${path.split('/').map(encodeURIComponent).join('/')}#${place}`,
})

/** The album that a collection is: by the address where this program gave it, else by the name. Null for none. */
export function toAlbum({ name, uri }: Collection): AlbumOfPhoto | null {
  const own = ownAlbum(uri)
  const names = (own?.path ?? name).split('/').map((each) => each.trim().slice(0, MAX_NAME).trim())
  const path = names.filter((each) => each !== '').slice(0, MAX_LEVELS)
  return path.length === 0 ? null : { path: path.join('/'), place: own?.place ?? 0 }
}

function ownAlbum(uri: string): AlbumOfPhoto | null {
  if (!uri.startsWith(OWN)) return null
  const [path = '', place = ''] = uri.slice(OWN.length).split('#', 2)
  try {
    return { path: decodeURIComponent(path), place: Number.isFinite(Number(place)) ? Number(place) : 0 }
  } catch {
    return null // it was changed by hand
  }
}
