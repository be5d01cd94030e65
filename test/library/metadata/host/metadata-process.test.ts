import { expect, onTestFinished, test } from 'vitest'
import type { MetadataChild } from '../../../../src-main/library/metadata/host/metadata-child.ts'
import { MetadataProcess } from '../../../../src-main/library/metadata/host/metadata-process.ts'
import { DEFAULT_READING_LIMITS } from '../../../../src-main/library/metadata/host/progress-watch.ts'
import type { Evidence } from '../../../../src-main/library/metadata/read-evidence.ts'
import { serveMetadata } from '../../../../src-main/library/metadata/worker/serve-metadata.ts'
import type { FromMetadata, ToMetadata } from '../../../../src-main/library/metadata/worker/protocol.ts'

/** An answer that names its file. */
const evidenceOf = (path: string): Evidence => ({ takenAt: null, subsec: null, camera: path, cameraSerial: null })

/** A process whose messages arrive at the library when the test says so. */
function openHeldBack() {
  let hear: (message: FromMetadata) => void = () => {}
  let tell: (message: ToMetadata) => void = () => {}
  const onTheWay: FromMetadata[] = []
  serveMetadata(
    { post: (message) => void onTheWay.push(message), onMessage: (listener) => (tell = listener) },
    ({ path }) => Promise.resolve(evidenceOf(path)),
  )
  const child: MetadataChild = {
    post: (message) => tell(message),
    onMessage: (listener) => (hear = listener),
    onExit() {},
    kill() {},
  }
  const process = new MetadataProcess(child, DEFAULT_READING_LIMITS)
  onTestFinished(() => process.kill())
  return { child, process, onTheWay, deliver: (count: number) => onTheWay.splice(0, count).forEach(hear) }
}

test('a heartbeat requested at the end of a batch does not end the next one', async () => {
  const { child, process, onTheWay, deliver } = openHeldBack()
  const first = process.run([{ what: 'evidence', path: '/a.jpg' }], { isAlone: false })
  await expect.poll(() => onTheWay.length).toBe(2) // that it is ready, and that it is done
  child.post({ kind: 'ping' })
  deliver(2)
  expect((await first).answers.size).toBe(1)

  const second = process.run([{ what: 'evidence', path: '/b.jpg' }], { isAlone: false })
  deliver(1)
  await expect.poll(() => onTheWay.length).toBe(1)
  deliver(1)
  expect(await second).toEqual({ answers: new Map([[0, evidenceOf('/b.jpg')]]), trouble: null })
})
