import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'undici'
import type { LoadReport } from './load-types.ts'
import type { Ask, Visit } from './visits.ts'

export type ClientDependencies = {
  pool: Pool
  authorization: string
  pictureOf: (visit: Visit) => Buffer
  report: Omit<LoadReport, 'ms' | 'cpuMs'>
}
type Sent = { title: string; method: 'GET' | 'POST' | 'DELETE'; path: string; picture?: Buffer }

const BOUNDARY = 'lumafold-bench-9f2c'
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
)
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
const MAX_EXAMPLES = 5

/** Does one visit; a failure is reported and the other requests of the visit left out. */
export async function makeVisit(client: ClientDependencies, visit: Visit): Promise<void> {
  if (visit.way === 'usage') return void (await send(client, { title: 'v2 usage', method: 'GET', path: '/v2/usage' }))
  const picture = client.pictureOf(visit)
  if (visit.way !== 'post') return visitByUpload(client, visit, picture)
  for (const ask of visit.asks)
    await send(client, { title: titleOf(ask, visit), method: 'POST', path: withQuery(ask.path, ask.query), picture })
}

async function visitByUpload(client: ClientDependencies, { way, asks }: Visit, picture: Buffer): Promise<void> {
  const [home, parameter] = way === 'uploads' ? ['/v2/uploads', 'image_upload_id'] : ['/v1/content', 'content']
  const uploaded = await send(client, { title: `${home} POST`, method: 'POST', path: home, picture })
  if (uploaded === null) return
  const answer = JSON.parse(uploaded) as { result?: { upload_id: string }; uploaded?: { id: string }[] }
  const id = answer.result?.upload_id ?? answer.uploaded![0]!.id
  for (const ask of asks)
    await send(client, {
      title: `${ask.title} by id`,
      method: 'GET',
      path: withQuery(ask.path, [ask.query, `${parameter}=${id}`].filter(Boolean).join('&')),
    })
  await send(client, { title: `${home} DELETE`, method: 'DELETE', path: `${home}/${id}` })
}

const titleOf = ({ title }: Ask, { isLarge }: Visit) => (isLarge ? `${title}, 12-24 MP` : title)
const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

/** Sends until it is admitted: the planned 429 and 503 are waited out. Null after any other failure. */
async function send(client: ClientDependencies, sent: Sent): Promise<string | null> {
  const { report } = client
  for (;;) {
    const began = performance.now()
    const answer = await ask(client, sent)
    if (answer === null) return null
    report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1
    if (answer.status === 200) {
      ;(report.latencies[sent.title] ??= []).push(performance.now() - began)
      if (!isGood(answer)) noteFault(report, `${sent.method} ${sent.path}: ${answer.text.slice(0, 200)}`)
      return answer.text
    }
    if (answer.status !== 429 && answer.status !== 503) {
      noteFault(report, `${sent.method} ${sent.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
      return null
    }
    if (!(answer.retryAfter >= 1))
      noteFault(report, `${sent.method} ${sent.path}: ${answer.status} without Retry-After`)
    await delay(1000 * (answer.retryAfter || 1))
  }
}

type Got = { status: number; type: string; text: string; retryAfter: number }

async function ask(
  { pool, authorization, report }: ClientDependencies,
  { method, path, picture }: Sent,
): Promise<Got | null> {
  const body = picture === undefined ? null : Buffer.concat([HEAD, picture, TAIL])
  report.bytesSent += body?.length ?? 0
  try {
    const {
      statusCode,
      headers,
      body: answer,
    } = await pool.request({
      method,
      path,
      body,
      headers: { authorization, ...(body && { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }) },
    })
    return {
      status: statusCode,
      type: String(headers['content-type']),
      text: Buffer.from(await answer.arrayBuffer()).toString('latin1'),
      retryAfter: Number(headers['retry-after']),
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    report.statuses[code ?? 'broken'] = (report.statuses[code ?? 'broken'] ?? 0) + 1
    noteFault(report, `${method} ${path}: ${code} ${message}`)
    return null
  }
}

/** Whether an answer with 200 is a full success: pictures are JPEGs, v1 leaves no picture out. */
function isGood({ type, text }: Got): boolean {
  if (type.startsWith('image/')) return text.startsWith('\xff\xd8\xff')
  return text.includes('"type":"success"') || text.includes('"status":"success"') || text.endsWith('"unsuccessful":[]}')
}

function noteFault({ faults }: Pick<LoadReport, 'faults'>, example: string): void {
  faults.count++
  if (faults.examples.length < MAX_EXAMPLES) faults.examples.push(example)
}
