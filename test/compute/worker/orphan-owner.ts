// Owns a compute process, the program's or the given file's, and prints its id once it has started; the test kills this
// program.
import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import { computeEntry } from '../../../src-main/compute/host/compute-process.ts'

const child = fork(process.argv[2] ?? computeEntry(), [], { serialization: 'advanced', execArgv: [] })
child.on('message', () => console.log(JSON.stringify([child.pid])))
child.send({
  kind: 'start',
  resourcesDir: resolve(import.meta.dirname, '../../../resources'),
  modelsDir: 'no-such-folder',
})
