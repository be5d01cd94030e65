/** Sends a request; gives `{ status, ms, bytes, type, json, text, blob, retryAfter }`. Rejects only where no answer came. */
export async function send(request, authorization, signal) {
  const url = request.uploads
    ? request.url.replace('UPLOAD', await upload(request.uploads, authorization, signal))
    : request.url
  const begun = performance.now()
  const response = await ask(url, request, authorization, signal)
  // the id may have been deleted meanwhile; the next call uploads again
  if (request.uploads && (response.status === 404 || response.status === 410)) known.delete(request.uploads.file)
  const blob = await response.blob()
  const type = response.headers.get('content-type') ?? ''
  const answer = {
    status: response.status,
    ms: performance.now() - begun,
    bytes: blob.size,
    type,
    json: null,
    text: '',
    blob,
    retryAfter: response.headers.get('retry-after'),
  }
  if (type.startsWith('image/')) return answer
  const text = await blob.text()
  try {
    return { ...answer, text, json: JSON.parse(text) }
  } catch {
    return { ...answer, text }
  }
}

/** An answer that refuses an upload is shown like any other. */
export class Refused extends Error {
  constructor(answer) {
    super('refused')
    this.answer = answer
  }
}

/** The sentence of an error, whichever version it comes from. */
export function sentenceOf({ status, json, retryAfter }) {
  const said = json?.status?.text || json?.message || `The service answered ${status} without saying why.`
  return retryAfter ? `${said} Ask again in ${retryAfter} ${retryAfter === '1' ? 'second' : 'seconds'}.` : said
}

const known = new WeakMap()

/** Uploads a file once for each version; its id. */
async function upload({ endpoint, file }, authorization, signal) {
  const ids = known.get(file) ?? {}
  if (ids[endpoint + authorization]) return ids[endpoint + authorization]
  const body = new FormData()
  body.append('image', file, file.name)
  const answer = await send({ method: 'POST', url: endpoint, body, type: null, uploads: null }, authorization, signal)
  const id = answer.json?.result?.upload_id ?? answer.json?.uploaded?.[0]?.id
  if (answer.status >= 300 || !id) throw new Refused(answer)
  known.set(file, { ...ids, [endpoint + authorization]: id })
  return id
}

/** Without the browser's own credentials, which would open its dialog on 401. */
function ask(url, { method, body, type }, authorization, signal) {
  const headers = { authorization, ...(type && { 'content-type': type }) }
  return fetch(url, { method, body, headers, signal, credentials: 'omit', cache: 'no-store', redirect: 'error' })
}
