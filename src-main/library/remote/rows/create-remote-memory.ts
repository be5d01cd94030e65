import type { RemoteIndexRecord, RemoteMemory } from '../../../engines/remote/memory/remote-memory.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

type Dependencies = Pick<Context, 'db' | 'now' | 'write'>

/** Answers whose photo never got its outcome: it was removed in the meantime. */
const OLD_ANSWER_MS = 90 * 24 * 3_600_000

/** The library's data about services. Each call is one transaction. */
export const createRemoteMemory = (context: Dependencies): RemoteMemory => ({
  ...rememberUploads(context),
  ...rememberAnswers(context),
  ...rememberIndexes(context),
  ...compareWithIndex(context.db),
  ...rememberSpending(context),
})

/** Forgets uploads that the service no longer has, and unused answers. */
export function forgetOldAnswers({ db, now }: Pick<Context, 'db' | 'now'>): void {
  db.prepare('DELETE FROM remote_uploads WHERE expires_ms <= ?').run(now())
  db.prepare('DELETE FROM remote_answers WHERE at_ms < ?').run(now() - OLD_ANSWER_MS)
}

function rememberUploads({ db }: Dependencies): Pick<RemoteMemory, 'uploadOf' | 'keepUpload' | 'forgetUpload'> {
  const select = db
    .prepare<[string, string, number], string>(
      'SELECT upload_id FROM remote_uploads WHERE address = ? AND content_hash = ? AND expires_ms > ?',
    )
    .pluck()
  const put = db.prepare(
    'INSERT OR REPLACE INTO remote_uploads (address, content_hash, upload_id, expires_ms) VALUES (?, ?, ?, ?)',
  )
  const remove = db.prepare('DELETE FROM remote_uploads WHERE address = ? AND content_hash = ?')
  return {
    uploadOf: (address, contentHash, nowMs) => select.get(address, contentHash, nowMs) ?? null,
    keepUpload: (address, contentHash, uploadId, expiresMs) => void put.run(address, contentHash, uploadId, expiresMs),
    forgetUpload: (address, contentHash) => void remove.run(address, contentHash),
  }
}

function rememberAnswers({ db, now }: Dependencies): Pick<RemoteMemory, 'answerOf' | 'keepAnswer'> {
  const select = db
    .prepare<[string, string], string>('SELECT answer FROM remote_answers WHERE content_hash = ? AND question = ?')
    .pluck()
  const put = db.prepare(
    'INSERT OR REPLACE INTO remote_answers (content_hash, question, answer, at_ms) VALUES (?, ?, ?, ?)',
  )
  return {
    answerOf: (contentHash, question) => select.get(contentHash, question) ?? null,
    keepAnswer: (contentHash, question, text) => void put.run(contentHash, question, text, now()),
  }
}

/** Deletes answers that their photo has now, in the same transaction: another request asks the service again. */
export function forgetAnswers({ db }: { db: Db }, contentHash: string): void {
  db.prepare('DELETE FROM remote_answers WHERE content_hash = ?').run(contentHash)
}

function rememberIndexes({
  db,
  write,
}: Dependencies): Pick<RemoteMemory, 'indexAt' | 'keepIndex' | 'noteIndexed' | 'noteRemoved'> {
  const select = db.prepare<[string], RemoteIndexRecord>(
    'SELECT changes, ticket, trained_ms AS trainedMs FROM remote_indexes WHERE place = ?',
  )
  const put = db.prepare(
    'INSERT OR REPLACE INTO remote_indexes (place, changes, ticket, trained_ms) VALUES (@place, @changes, @ticket, @trainedMs)',
  )
  const addChange = db.prepare(
    'INSERT INTO remote_indexes (place, changes) VALUES (?, 1) ON CONFLICT (place) DO UPDATE SET changes = changes + 1',
  )
  const addEntry = db.prepare('INSERT OR IGNORE INTO remote_entries (place, content_hash) VALUES (?, ?)')
  const removeEntry = db.prepare('DELETE FROM remote_entries WHERE place = ? AND content_hash = ?')
  return {
    indexAt: (place) => select.get(place) ?? { changes: 0, ticket: null, trainedMs: null },
    keepIndex: (place, { changes, ticket, trainedMs }) => void put.run({ place, changes, ticket, trainedMs }),
    noteIndexed: (place, contentHash) => write(() => void (addEntry.run(place, contentHash), addChange.run(place))),
    noteRemoved: (place, contentHash) => write(() => void (removeEntry.run(place, contentHash), addChange.run(place))),
  }
}

/** Superfluous and missing entries of a service's index. */
function compareWithIndex(db: Db): Pick<RemoteMemory, 'staleEntries' | 'holdsAll' | 'countOutside'> {
  const stale = db
    .prepare<[string, number], string>(
      "SELECT content_hash FROM remote_entries e WHERE place = ? AND NOT EXISTS (SELECT 1 FROM files f WHERE f.content_hash = e.content_hash AND f.content_hash <> '') LIMIT ?",
    )
    .pluck()
  const outside = `FROM files f JOIN photos p ON p.id = f.photo_id WHERE p.status = ${photoStatus.number.ready} AND f.is_main = 1
       AND NOT EXISTS (SELECT 1 FROM remote_entries e WHERE e.place = ? AND e.content_hash = f.content_hash)`
  const one = db.prepare<[string]>(`SELECT 1 ${outside} LIMIT 1`)
  const count = db.prepare<[string], number>(`SELECT count(*) ${outside}`).pluck()
  return {
    staleEntries: (place, limit) => stale.all(place, limit),
    holdsAll: (place) => one.get(place) === undefined,
    countOutside: (place) => count.get(place) ?? 0,
  }
}

function rememberSpending({ db, write }: Dependencies): Pick<RemoteMemory, 'spent' | 'spend' | 'giveBack'> {
  const select = db.prepare<[string], number>('SELECT analyses FROM remote_spending WHERE month = ?').pluck()
  const add = db.prepare(
    'INSERT INTO remote_spending (month, analyses) VALUES (?, ?) ON CONFLICT (month) DO UPDATE SET analyses = analyses + excluded.analyses',
  )
  const takeOff = db.prepare('UPDATE remote_spending SET analyses = max(0, analyses - ?) WHERE month = ?')
  return {
    spent: (month) => select.get(month) ?? 0,
    spend: (month, analyses, budget) =>
      write(() => {
        if (budget !== null && (select.get(month) ?? 0) + analyses > budget) return false
        add.run(month, analyses)
        return true
      }),
    giveBack: (month, analyses) => void takeOff.run(analyses, month),
  }
}
