import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { absentAs } from '../../../base/files/file-errors.ts'

/** SQLite's files of a database. */
const parts = ['', '-wal', '-shm', '-journal'] as const
const ASIDE = '.off-'
const BLOCK = 1 << 20

/** Takes a file of vectors, which nothing has open, out of reach at once: no start finds it any more. */
export function moveAside(path: string): void {
  const name = `${path}${ASIDE}${randomUUID()}`
  for (const part of parts) if (existsSync(path + part)) renameSync(path + part, name + part)
}

/**
 * Overwrites what was moved aside with zeros and deletes it, the write-ahead log as well; windows are answered
 * meanwhile. A disk that keeps old blocks, such as one with snapshots, may still hold them: no program can reach those
 * through the file.
 */
export async function eraseAside(path: string): Promise<void> {
  const [folder, start] = [dirname(path), basename(path) + ASIDE]
  const names = readdirSync(folder).filter((name) => name.startsWith(start))
  for (const name of names) await erase(join(folder, name))
}

async function erase(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(absentAs(null))
  if (file === null) return
  try {
    const { size } = await file.stat()
    const zeros = Buffer.alloc(Math.min(size, BLOCK))
    for (let at = 0; at < size; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, size - at), at)
    await file.sync()
  } finally {
    await file.close()
  }
  await rm(path, { force: true })
}
