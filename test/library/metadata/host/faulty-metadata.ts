// A metadata process whose files do what their names say: loop, spin, crash, grow; any other is read to its end.
import { writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { emptyMetadata } from '../../../../src-main/contract/library/empty-metadata.ts'
import type { FileMetadata } from '../../../../src-main/library/metadata/read-metadata.ts'
import { connectLibrary } from '../../../../src-main/library/metadata/worker/library-port.ts'
import { serveMetadata } from '../../../../src-main/library/metadata/worker/serve-metadata.ts'
import { startSelfWatch } from '../../../../src-main/library/metadata/worker/start-self-watch.ts'

const held: Buffer[] = []

async function misbehave(path: string): Promise<void> {
  const name = basename(path)
  if (name.startsWith('crash')) process.exit(3)
  if (name.startsWith('loop')) writeSync(2, 'looping\n')
  while (name.startsWith('loop'));
  while (name.startsWith('spin')) await setImmediate()
  while (name.startsWith('grow')) {
    held.push(Buffer.alloc(16 * 1024 * 1024, held.length))
    await setImmediate()
  }
}

async function read(path: string): Promise<FileMetadata> {
  await misbehave(path)
  const caption = path.endsWith('.fifo') ? await readFile(path, 'utf8') : path
  const size = { fileOrientation: 1, width: 4, height: 3 }
  return {
    metadata: { ...emptyMetadata(), caption },
    ...size,
    problem: null,
    sidecarKey: '',
    cameraPicture: null,
    film: null,
  }
}

startSelfWatch()
serveMetadata(connectLibrary(), ({ path }) => read(path))
