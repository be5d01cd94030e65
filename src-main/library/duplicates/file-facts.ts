import { lstat } from 'node:fs/promises'

/** What a file is on the disk: `key` names it whatever path leads to it. */
export type FileFacts = { key: string; bytes: number; modifiedMs: number }

/** Null where there is no file of its own: nothing, a folder, or a link to one elsewhere. */
export async function readFacts(path: string): Promise<FileFacts | null> {
  const facts = await lstat(path, { bigint: true }).catch(() => null)
  if (facts === null || !facts.isFile()) return null
  return {
    key: `${facts.dev} ${facts.ino}`,
    bytes: Number(facts.size),
    modifiedMs: Number(facts.mtimeNs / 1_000_000n),
  }
}
