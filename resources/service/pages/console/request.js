/** A fault that is shown to the person instead of sending anything. */
export class Incomplete extends Error {}

/** The method that a call is sent with where the photo has this source, also before one is chosen. */
export function methodOf({ get, post, method }, source) {
  if (get && (source !== 'file' || !post)) return 'GET'
  return post ? 'POST' : method
}

/**
 * The request of a call: `{ method, url, body, type, curl, uploads }`. `uploads` names the endpoint that must be given the file first, where
 * the call takes only ids; its id then replaces `UPLOAD` in the address. Throws Incomplete where something is missing.
 */
export function buildRequest(call, { parts, parameters, json }, photo, key) {
  const path = fillPath(call, parts)
  if (json !== null) return finish({ method: call.method, path, json: checkJson(json) }, key)
  if (!call.get && !call.post) return finish({ method: call.method, path, pairs: parameters }, key)
  if (photo.kind === 'none') return withoutPhoto(call, path, parameters, photo, key)
  if (photo.kind === 'file' && call.post)
    return finish({ method: 'POST', path, form: parameters, file: photo.file }, key)
  if (!call.get) throw new Incomplete('This call takes a file; choose one.')
  const picture = nameOfPhoto(call, photo)
  return finish(
    {
      method: 'GET',
      path,
      pairs: [picture, ...parameters],
      uploads: photo.kind === 'file' ? photo.file : null,
      version: call.version,
    },
    key,
  )
}

/** A search without a photo tells about the index. */
function withoutPhoto(call, path, parameters, photo, key) {
  if (call.isSearch) return finish({ method: 'GET', path, pairs: parameters }, key)
  throw new Incomplete(photo.wanted)
}

function nameOfPhoto({ version }, photo) {
  if (photo.kind === 'address') return { name: version === 'v1' ? 'url' : 'image_url', value: photo.address }
  return { name: version === 'v1' ? 'content' : 'image_upload_id', value: photo.kind === 'file' ? 'UPLOAD' : photo.id }
}

function fillPath({ path }, parts) {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    if (!parts[name]) throw new Incomplete(`${name} is missing; it is a part of the address.`)
    return encodeURIComponent(parts[name])
  })
}

function checkJson(text) {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch (error) {
    throw new Incomplete(`The body is no JSON: ${error.message}.`)
  }
}

/** v1 repeats a parameter for each item of a list. */
const spread = (pairs) =>
  pairs.flatMap(({ name, value, isRepeated }) =>
    (isRepeated
      ? value
          .split(',')
          .map((item) => item.trim())
          .filter(Boolean)
      : [value]
    ).map((item) => [name, item]),
  )

function finish(
  { method, path, pairs = [], form = null, file = null, json = null, uploads = null, version = 'v2' },
  key,
) {
  const query = spread(pairs)
  const url = query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
  const start = ['curl', '-u', `"${(key || '$KEY').replaceAll(/["\\`]/g, '\\$&')}:$SECRET"`]
  const request = { method, url, body: null, type: null, uploads: null }
  if (form) {
    const body = new FormData()
    // fields first, so that they are known before the file has come
    for (const [name, value] of spread(form)) body.append(name, value)
    body.append('image', file, file.name)
    return {
      ...request,
      body,
      curl: lines(
        [...start, quote(location.origin + path)],
        [
          ...spread(form).map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
          `-F ${quote(`image=@${file.name}`)}`,
        ],
      ),
    }
  }
  if (json !== null)
    return {
      ...request,
      body: json,
      type: 'application/json',
      curl: lines(
        [...start, ...verb(method), quote(location.origin + path)],
        ['-H "Content-Type: application/json"', `-d ${quote(json)}`],
      ),
    }
  const curl = lines(
    [...start, ...verb(method), ...(query.length > 0 ? ['-G'] : []), quote(location.origin + path)],
    query.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`),
  )
  if (uploads === null) return { ...request, curl }
  const endpoint = version === 'v1' ? '/v1/content' : '/v2/uploads'
  return {
    ...request,
    uploads: { endpoint, file: uploads },
    curl: `${lines([...start, quote(location.origin + endpoint)], [`-F ${quote(`image=@${uploads.name}`)}`])}\n# its id in place of UPLOAD:\n${curl}`,
  }
}

const verb = (method) => (method === 'GET' ? [] : ['-X', method])
const quote = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

function lines(start, rest) {
  const line = [...start, ...rest].join(' ')
  return line.length <= 88 ? line : [start.join(' '), ...rest].join(' \\\n  ')
}
