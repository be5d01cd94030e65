import { Judgement } from '../../../contract/analysis/feedback.ts'
import { unitVector } from '../../../analysis/vectors/unit-vector.ts'
import type { FeedbackStore, FeedbackTicket } from '../../../analysis/classifiers/feedback-controller.ts'
import { decodeHalves, decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import { judgementOf, nsfwVerdict } from '../../catalog/codecs/numbered.ts'
import { FOUND_VERDICT } from '../../queue/rows/findings/sensitivity.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { tagKey } from '../../catalog/vocabulary/tag-levels.ts'

/**
 * The index of a person's judgements of sensitivity: their verdict as added or right, and the analysis's verdict if it
 * is wrong. They are read from the photos, so that they follow undo and analysis.
 */
export const SENSITIVITY_FEEDBACK = 'sensitivity'

/** The index with accepted suggestions of keywords as right, and rejected ones as wrong. */
export const KEYWORD_FEEDBACK = 'keywords'

type TicketRow = { id: string; feedback_index: string; at_ms: number; model: string; vector: Buffer; tags: string }
type EntryRow = { tag: string; verdict: string; model: string; vector: Buffer }

/** Tickets for feedback, and the feedback in its named indexes. */
export const createFeedbackStore = ({ db, write }: Pick<Context, 'db' | 'write'>): FeedbackStore => ({
  keepTicket: (ticket) => insertTicket(db, ticket),
  ticket: (id) => {
    const row = db.prepare<[string], TicketRow>('SELECT * FROM feedback_tickets WHERE id = ?').get(id)
    return row ? readTicket(row) : null
  },
  dropTickets: (beforeMs) => void db.prepare('DELETE FROM feedback_tickets WHERE at_ms < ?').run(beforeMs),
  keepJudgements: (ticket, judgements) =>
    write(() => judgements.forEach((judgement) => insertJudgement(db, ticket, judgement))),
  entries: (index, modelId) => [
    ...readEntries(db, index, modelId),
    ...(index === SENSITIVITY_FEEDBACK ? readJudgements(db, modelId) : []),
    ...(index === KEYWORD_FEEDBACK ? readSuggestions(db, modelId) : []),
  ],
})

function insertTicket(db: Db, { id, index, atMs, embedding, tags }: FeedbackTicket): void {
  db.prepare(
    `INSERT INTO feedback_tickets (id, feedback_index, at_ms, model, vector, tags)
     VALUES (@id, @index, @atMs, @model, @vector, @tags)`,
  ).run({
    id,
    index,
    atMs,
    model: embedding.modelId,
    vector: encodeVector(embedding.vector),
    tags: JSON.stringify(tags),
  })
}

const readTicket = ({ id, feedback_index, at_ms, model, vector, tags }: TicketRow): FeedbackTicket => ({
  id,
  index: feedback_index,
  atMs: at_ms,
  embedding: { modelId: model, vector: decodeVector(vector) },
  tags: JSON.parse(tags) as FeedbackTicket['tags'],
})

function insertJudgement(
  db: Db,
  { id, index, embedding }: FeedbackTicket,
  { tag, verdict }: Pick<Judgement, 'tag' | 'verdict'>,
): void {
  db.prepare(
    `INSERT OR REPLACE INTO feedback (ticket, tag_key, feedback_index, tag, verdict, model, vector)
     VALUES (@id, @key, @index, @tag, @verdict, @model, @vector)`,
  ).run({ id, key: tagKey(tag), index, tag, verdict, model: embedding.modelId, vector: encodeVector(embedding.vector) })
}

const readEntries: (db: Db, index: string, modelId: string) => ReturnType<FeedbackStore['entries']> = (
  db,
  index,
  modelId,
) =>
  db
    .prepare<[string, string], EntryRow>(
      'SELECT tag, verdict, model, vector FROM feedback WHERE feedback_index = ? AND model = ? ORDER BY ticket, tag_key',
    )
    .all(index, modelId)
    .map(({ tag, verdict, model, vector }) => ({
      ...Judgement.parse({ tag, verdict }),
      modelId: model,
      vector: decodeVector(vector),
    }))

type JudgedRow = { given: number; found: number; vector: Buffer }

function readJudgements(db: Db, modelId: string): ReturnType<FeedbackStore['entries']> {
  const rows = db
    .prepare<[string], JudgedRow>(
      `SELECT photos.nsfw AS given, ${FOUND_VERDICT} AS found, e.vector FROM photos
         JOIN embeddings e ON e.photo_id = photos.id JOIN embedding_models m ON m.id = e.model_id
       WHERE photos.is_judged = 1 AND m.model = ? ORDER BY photos.id`,
    )
    .all(modelId)
  return rows.flatMap(({ given, found, vector }) => {
    const halves = decodeHalves(vector)
    const judged = { modelId, vector: unitVector(halves, halves.length) }
    const isRight = judgementOf(given) === judgementOf(found)
    const own = {
      ...judged,
      tag: nsfwVerdict.nameOf(given),
      verdict: isRight ? ('right' as const) : ('added' as const),
    }
    return isRight ? [own] : [own, { ...judged, tag: nsfwVerdict.nameOf(found), verdict: 'wrong' as const }]
  })
}

type SuggestionRow = { tag: string; isRight: number; vector: Buffer }

function readSuggestions(db: Db, modelId: string): ReturnType<FeedbackStore['entries']> {
  const rows = db
    .prepare<[string], SuggestionRow>(
      `SELECT t.name AS tag, s.is_right AS isRight, e.vector FROM suggestion_feedback s JOIN tags t ON t.id = s.tag_id
         JOIN embeddings e ON e.photo_id = s.photo_id JOIN embedding_models m ON m.id = e.model_id
       WHERE m.model = ? ORDER BY s.photo_id, s.tag_id`,
    )
    .all(modelId)
  return rows.map(({ tag, isRight, vector }) => {
    const halves = decodeHalves(vector)
    const verdict = isRight === 1 ? ('right' as const) : ('wrong' as const)
    return { tag, verdict, modelId, vector: unitVector(halves, halves.length) }
  })
}
