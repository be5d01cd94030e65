import type { RemoteIndexRecord, RemoteMemory } from '../../../engines/remote/memory/remote-memory.ts'
import type { Context } from '../context/context.ts'

/** Answers whose photo never got its outcome: it was taken out meanwhile. */
const OLD_ANSWER_MS = 90 * 24 * 3_600_000

/** What the library remembers of services. Each call is one transaction. */
export function remoteMemory({ db, now, write }: Pick<Context, 'db' | 'now' | 'write'>): RemoteMemory {
  const upload = db
    .prepare<[string, string, number], string>(
      'SELECT upload_id FROM remote_uploads WHERE address = ? AND content_hash = ? AND expires_ms > ?',
    )
    .pluck()
  const keepUpload = db.prepare(
    'INSERT OR REPLACE INTO remote_uploads (address, content_hash, upload_id, expires_ms) VALUES (?, ?, ?, ?)',
  )
  const forgetUpload = db.prepare('DELETE FROM remote_uploads WHERE address = ? AND content_hash = ?')
  const dropUploads = db.prepare('DELETE FROM remote_uploads WHERE expires_ms <= ?')
  const answer = db
    .prepare<[string, string], string>('SELECT answer FROM remote_answers WHERE content_hash = ? AND question = ?')
    .pluck()
  const keepAnswer = db.prepare(
    'INSERT OR REPLACE INTO remote_answers (content_hash, question, answer, at_ms) VALUES (?, ?, ?, ?)',
  )
  const spent = db.prepare<[string], number>('SELECT analyses FROM remote_spending WHERE month = ?').pluck()
  const add = db.prepare(
    'INSERT INTO remote_spending (month, analyses) VALUES (?, ?) ON CONFLICT (month) DO UPDATE SET analyses = analyses + excluded.analyses',
  )
  const takeOff = db.prepare('UPDATE remote_spending SET analyses = max(0, analyses - ?) WHERE month = ?')
  const index = db.prepare<[string], RemoteIndexRecord>(
    'SELECT changes, ticket, trained_ms AS trainedMs FROM remote_indexes WHERE place = ?',
  )
  const putIndex = db.prepare(
    'INSERT OR REPLACE INTO remote_indexes (place, changes, ticket, trained_ms) VALUES (?, ?, ?, ?)',
  )
  const addChange = db.prepare(
    'INSERT INTO remote_indexes (place, changes) VALUES (?, 1) ON CONFLICT (place) DO UPDATE SET changes = changes + 1',
  )
  const addEntry = db.prepare('INSERT OR IGNORE INTO remote_entries (place, content_hash) VALUES (?, ?)')
  const removeEntry = db.prepare('DELETE FROM remote_entries WHERE place = ? AND content_hash = ?')
  const stale = db
    .prepare<[string, number], string>(
      "SELECT content_hash FROM remote_entries e WHERE place = ? AND NOT EXISTS (SELECT 1 FROM files f WHERE f.content_hash = e.content_hash AND f.content_hash <> '') LIMIT ?",
    )
    .pluck()
  const isOutside = `FROM files f JOIN photos p ON p.id = f.photo_id WHERE p.status = 1 AND f.is_main = 1
       AND NOT EXISTS (SELECT 1 FROM remote_entries e WHERE e.place = ? AND e.content_hash = f.content_hash)`
  const outside = db.prepare<[string], number>(`SELECT 1 ${isOutside} LIMIT 1`).pluck()
  const countOutside = db.prepare<[string], number>(`SELECT count(*) ${isOutside}`).pluck()
  dropUploads.run(now())
  db.prepare('DELETE FROM remote_answers WHERE at_ms < ?').run(now() - OLD_ANSWER_MS)
  return {
    uploadOf: (address, contentHash, nowMs) => upload.get(address, contentHash, nowMs) ?? null,
    keepUpload: (address, contentHash, uploadId, expiresMs) =>
      void keepUpload.run(address, contentHash, uploadId, expiresMs),
    forgetUpload: (address, contentHash) => void forgetUpload.run(address, contentHash),
    answerOf: (contentHash, question) => answer.get(contentHash, question) ?? null,
    keepAnswer: (contentHash, question, text) => void keepAnswer.run(contentHash, question, text, now()),
    indexAt: (place) => index.get(place) ?? { changes: 0, ticket: null, trainedMs: null },
    keepIndex: (place, { changes, ticket, trainedMs }) => void putIndex.run(place, changes, ticket, trainedMs),
    noteIndexed: (place, contentHash) => write(() => void (addEntry.run(place, contentHash), addChange.run(place))),
    noteRemoved: (place, contentHash) => write(() => void (removeEntry.run(place, contentHash), addChange.run(place))),
    staleEntries: (place, limit) => stale.all(place, limit),
    holdsAll: (place) => outside.get(place) === undefined,
    countOutside: (place) => countOutside.get(place) ?? 0,
    spent: (month) => spent.get(month) ?? 0,
    spend: (month, analyses, budget) =>
      write(() => {
        if (budget !== null && (spent.get(month) ?? 0) + analyses > budget) return false
        add.run(month, analyses)
        return true
      }),
    giveBack: (month, analyses) => void takeOff.run(analyses, month),
  }
}

/** Answers that are with their photo now, in the transaction that put them there: asked again, they are asked anew. */
export function forgetAnswers({ db }: Pick<Context, 'db'>, contentHash: string): void {
  db.prepare('DELETE FROM remote_answers WHERE content_hash = ?').run(contentHash)
}
