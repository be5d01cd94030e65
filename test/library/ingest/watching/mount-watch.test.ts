import { expect, onTestFinished, test } from 'vitest'
import { MountWatch } from '../../../../src-main/library/ingest/watching/mount-watch.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { canMount, mountMemory, unmount } from '../../../fixtures/mounts.ts'

test.runIf(canMount)('mounts and unmounts are noticed', async () => {
  const folder = tempFolder('mounts')
  let changes = 0
  const watch = new MountWatch(() => (changes += 1), 5)
  onTestFinished(() => watch.close())
  watch.start()
  mountMemory(folder)
  await expect.poll(() => changes).toBeGreaterThan(0)
  const mounted = changes
  unmount(folder)
  await expect.poll(() => changes).toBeGreaterThan(mounted)
})
