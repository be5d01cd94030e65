// Has a metadata process loop over a file and prints its id; the test kills this program.
import { fork } from 'node:child_process'
import { join } from 'node:path'

const child = fork(join(import.meta.dirname, '../host/faulty-metadata.ts'), [], {
  serialization: 'advanced',
  execArgv: [],
  stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
})
child.stderr?.once('data', () => console.log(child.pid))
child.send({ kind: 'read', requests: [{ what: 'metadata', path: '/loop.jpg' }] })
