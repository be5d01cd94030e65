// Owns a compute process and prints its id; the test kills this program.
import { fork } from 'node:child_process'
import { computeEntry } from '../../../src-main/engine/compute/compute-process.ts'

const child = fork(computeEntry(), [], { serialization: 'advanced', execArgv: [] })
child.on('message', () => console.log(JSON.stringify([child.pid])))
