const SIDE = 320
const MOST = 500

/** Pictures that were put into indexes from this page, by index and entry, to be shown where a search finds them. */
export function createEntries() {
  const pictures = new Map()
  return {
    /** Keeps a small copy of the picture on the stage where a call saved it; that of an address is shown from there. */
    async remember({ call, fields, key, stage, shown }) {
      const values = Object.fromEntries(fields.parameters.map(({ name, value }) => [name, value]))
      if (!values.save_index || !values.save_id || !stage) return
      const name = nameOf(key, indexOfSave(call, fields.parts, values.save_index), values.save_id)
      const before = pictures.get(name)
      pictures.delete(name)
      pictures.set(name, (await shrink(stage)) ?? shown)
      if (before?.startsWith('blob:')) URL.revokeObjectURL(before)
      if (pictures.size > MOST) pictures.delete(pictures.keys().next().value)
    },
    /** Finds pictures of what a search found, by their ids: an address for an img, or null. */
    finder({ call, fields, key }) {
      const index = indexOfSearch(call, fields.parts)
      return (id) => pictures.get(nameOf(key, index, id)) ?? null
    },
  }
}

const nameOf = (...parts) => JSON.stringify(parts)
const indexOfSave = ({ path }, parts, index) =>
  path.startsWith('/v2/colors') ? ['colors', index] : ['categories', parts.categorizer_id, index]
const indexOfSearch = ({ path }, parts) =>
  path.startsWith('/v2/similar-images/colors')
    ? ['colors', parts.index_id]
    : ['categories', parts.categorizer_id, parts.index_id]

/** The address of a small copy; null for a picture from elsewhere, which a page may show but not read. */
async function shrink({ image, width, height }) {
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  try {
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return blob && URL.createObjectURL(blob)
  } catch (error) {
    if (error.name !== 'SecurityError') throw error
    return null
  }
}
