import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** Moves or renames photos of a library, and kills itself just before the given disk operation. */
const [libraryDir = '', rootDir = '', what = '', killAt = ''] = process.argv.slice(2)

let left = Number(killAt)
const orDie = <Call extends (...given: never[]) => unknown>(call: Call): Call =>
  ((...given: never[]) => {
    if (String(given[0]).startsWith(rootDir) && left-- <= 0) process.kill(process.pid, 'SIGKILL')
    return call(...given)
  }) as Call
for (const name of ['linkSync', 'unlinkSync', 'renameSync'] as const) fs[name] = orDie(fs[name]) as never
promises.rm = orDie(promises.rm)
promises.mkdir = orDie(promises.mkdir)
syncBuiltinESMExports()

const { openMoves } = await import('./open-moves.ts')
const { catalog, moves } = openMoves(libraryDir)
const ids = [...catalog.search.run({ filter: {}, sort: { by: 'name', order: 'asc' } })]
const target = { folderId: catalog.folders.findByPath(`${rootDir}/to`) ?? 0, subfolder: '' }
const request =
  what === 'exchange'
    ? { ids: [ids[1]!, ids[0]!], pattern: '{counter:1}', counterFrom: 1, numbersTaken: false }
    : { ids, target, counterFrom: 1, numbersTaken: false }
const { planId } = await moves.plan(request)
await moves.carryOut(planId)
catalog.close()
process.exit(0)
