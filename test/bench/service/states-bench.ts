import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Training } from '../../../src-main/indexes/named/trained-states.ts'
import { ObjectCache } from '../../../src-main/service/objects/cache/object-cache.ts'
import { openObjects } from '../../../src-main/service/objects/open-objects.ts'
import { ObjectStates } from '../../../src-main/service/trained-states/object-states.ts'
import { contentOf, keyOf } from '../../../src-main/service/trained-states/state-names.ts'
import { DiskGuard } from '../../../src-main/service/uploads/disk-guard.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import { S3Server } from '../../fixtures/s3/s3-server.ts'

/**
 * The time a trained state takes from one node to another: created and stored, fetched alone, fetched and read into
 * memory, each in a separate process. `npm run bench:states -- [entries] [numbers] [folder|s3]`: objects are in a
 * folder, or in a simulation of S3 that keeps them in memory; without the last word in both.
 */
const KIND = 'categories'
const say = (line: string) => void process.stdout.write(`${line}\n`)
const [first = '100000', second = '256', ...rest] = process.argv.slice(2)
/** Parts of the measurement, each in a separate process. */
const parts: Record<string, (folder: string, ...values: string[]) => Promise<unknown>> = {
  serve,
  make,
  fetchOnly,
  fetchAndRead,
}

const part = parts[first]
if (part === undefined) await measure(first, second, rest[0] ?? 'both')
else process.send!((await part(second, ...rest)) ?? null)

async function measure(entries: string, dimensions: string, kind: string): Promise<void> {
  say(`${entries} entries of ${dimensions} numbers`)
  const folder = makeTempFolder('states-bench')
  const server = await start('serve', folder)
  const { address, credentials } = server.answer as Awaited<ReturnType<typeof serve>>
  Object.assign(process.env, credentials)
  try {
    for (const place of [
      ...(kind === 's3' ? [] : [join(folder, 'objects')]),
      ...(kind === 'folder' ? [] : [address]),
    ]) {
      say(place.startsWith('s3:') ? 'stand-in for S3' : 'folder')
      const { answer: name } = await start('make', folder, place, entries, dimensions)
      await start('fetchOnly', folder, place, name as string)
      await start('fetchAndRead', folder, place, name as string)
    }
  } finally {
    server.child.disconnect()
    removeFolder(folder)
  }
}

/** Starts a part; all but the server end when they have answered. */
async function start(name: string, ...values: string[]) {
  const child = fork(import.meta.filename, [name, ...values])
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${String(code)}`)))
  failed.catch(() => undefined) // it ends after its answer, too
  const [answer] = (await Promise.race([once(child, 'message'), failed])) as [unknown]
  if (name !== 'serve') child.disconnect()
  return { child, answer }
}

async function serve() {
  const server = new S3Server()
  await server.start()
  process.on('disconnect', () => process.exit())
  return { address: server.address(), credentials: server.credentials }
}

async function make(folder: string, place: string, entries: string, dimensions: string): Promise<string> {
  const store = await openObjects(place)
  const states = await ObjectStates.open({ store, folder: join(folder, 'maker'), memoryBytes: 1 })
  const watch = { signal: new AbortController().signal, onProgress: () => undefined }
  const training = trainingOf(Number(entries), Number(dimensions))
  return timed('  trained and stored', () => states.build(training, watch))
}

async function fetchOnly(folder: string, place: string, name: string): Promise<void> {
  const own = join(folder, 'fetcher')
  const store = await openObjects(place)
  const copies = await ObjectCache.open({ store, folder: own, maxBytes: 1, room: new DiskGuard(own) })
  const { release } = await timed('  fetched', () => copies.hold(keyOf(name), contentOf(name)))
  await release()
}

async function fetchAndRead(folder: string, place: string, name: string): Promise<void> {
  const store = await openObjects(place)
  const states = await ObjectStates.open({ store, folder: join(folder, 'searcher'), memoryBytes: 1 })
  await timed('  fetched and read into memory', () => states.open(name, KIND))
}

/** Returns the duration of work, by the clock and by this process's processor time. */
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (ms: number) => (ms / 1000).toFixed(2)
  say(`${what}: ${seconds(performance.now() - began)} s, processor ${seconds((user + system) / 1000)} s`)
  return result
}

function trainingOf(entries: number, dimensions: number): Training {
  return {
    indexRow: 1,
    kind: KIND,
    dimensions,
    entries,
    async *pages(rows) {
      for (let from = 0; from < entries; from += rows)
        yield Array.from({ length: Math.min(rows, entries - from) }, (_, i) => ({
          entryId: `photo-${from + i}`,
          vector: vectorOf(from + i, dimensions),
        }))
    },
  }
}

/** Numbers without meaning: the measurement does not depend on them. */
function vectorOf(n: number, dimensions: number): Float32Array {
  let state = n + 1
  return Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state / 2 ** 31
  })
}
