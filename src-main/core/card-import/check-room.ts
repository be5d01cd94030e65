import { say } from '../../contract/sentences/say.ts'
import { statfs } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'

/** Throws `disk-full` where a folder has no room for so many bytes. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const facts = await statfs(folder).catch(() => null)
  if (facts === null) return
  const room = facts.bavail * facts.bsize
  if (room >= bytes) return
  const mb = (size: number) => Math.ceil(size / 1e6)
  throw new AppError('disk-full', say('cards.noRoom', { path: folder, room: mb(room), needed: mb(bytes) }))
}
