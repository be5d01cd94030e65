import { RPCHandler } from '@orpc/server/message-port'
import { expect, onTestFinished, test } from 'vitest'
import { connectTrash, createTrashRouter } from '../../../src-main/shells/electron/trash-link.ts'

/** Both ends of the link; the main process moves files by `move`. */
function link(move: (path: string) => Promise<void>): (path: string) => Promise<void> {
  const { port1, port2 } = new MessageChannel()
  new RPCHandler(createTrashRouter(move)).upgrade(port1)
  port1.start()
  onTestFinished(() => port1.close())
  return connectTrash(port2 as never)
}

test('the library process has files moved to the trash by the main process', async () => {
  const moved: string[] = []
  const move = link(async (path) => void moved.push(path))
  await move('/photos/a [1].jpg')
  expect(moved).toEqual(['/photos/a [1].jpg'])
})

test("the system's refusal arrives in its own words", async () => {
  const move = link(() => Promise.reject(new Error('The volume has no trash.')))
  await expect(move('/photos/a.jpg')).rejects.toThrow('The volume has no trash.')
})
