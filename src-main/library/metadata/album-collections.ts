/** An album of a photo: its path, `/` between names, and the photo's position in it. */
export type AlbumOfPhoto = { path: string; place: number }
/** The same in the form of the Metadata Working Group: a name for people and an address for programs. */
export type Collection = { name: string; uri: string }

/** Prefix of albums of this program: `lumafold:/albums/Travel/Rome#3` is the third place in `Travel/Rome`. */
const OWN = 'lumafold:/albums/'
/** Maximum length of an album's name. */
const MAX_NAME = 100
/** A path with more levels is invalid. */
const MAX_LEVELS = 30

/** The name is the complete path, so that other programs distinguish two albums of one name. */
export const toCollection = ({ path, place }: AlbumOfPhoto): Collection => ({
  name: path,
  uri: `${OWN}${path.split('/').map(encodeURIComponent).join('/')}#${place}`,
})

/** The album of a collection: by the address if this program wrote it, else by the name. Null for none. */
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
