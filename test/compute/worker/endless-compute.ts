// A compute process whose work never ends, so that it does not notice its owner's end.
import { setImmediate } from 'node:timers/promises'
import { guardProcess } from '../../../src-main/compute/worker/guard-process.ts'
import { connectOwner } from '../../../src-main/compute/worker/owner-port.ts'

const owner = connectOwner()
const guard = guardProcess(4 * 1024 ** 3)
owner.post({ kind: 'ready' })
await setImmediate()
void guard.during(async () => {
  for (;;);
})
