import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { noFolders } from '../../../../src-main/library/ingest/places/excluded-folders.ts'
import { watchFolder } from '../../../../src-main/library/ingest/watching/watch.ts'

/** Watches the folder of its first argument and prints the outcome as JSON, on a system with few watches. */
const [folder = '', late] = process.argv.slice(2)
const quiet = () => undefined
const end = Promise.withResolvers<string>()
const watch = await watchFolder({
  folder,
  mode: 'auto',
  excluded: noFolders,
  findFollowed: async () => async () => true,
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  onEvent: quiet,
  settler: { add: quiet },
  onUnusable: quiet,
  onFolder: quiet,
  onLost: quiet,
  onEnd: (error) => end.resolve((error as NodeJS.ErrnoException).code ?? String(error)),
  scan: async () => 0,
})
const waiting = setInterval(quiet, 1_000)
if (late !== undefined) for (let at = 0; at < 20; at++) await mkdir(join(folder, late, `${at}`), { recursive: true })
const ended = late === undefined ? '' : await end.promise
clearInterval(waiting)
await watch.close()
console.log(JSON.stringify({ problem: inEnglish(watch.problem), ended }))
