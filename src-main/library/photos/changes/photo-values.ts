import { AppError } from '../../../contract/errors.ts'
import { parseCrop } from '../../../contract/library/photo-crop.ts'
import type { PickFlag, SensitivityJudgement } from '../../../contract/library/photo.ts'
import { say } from '../../../contract/sentences/say.ts'
import { judgementNumber } from '../../catalog/codecs/numbered.ts'
import { type ChangeKind, groupByState, photoColumn } from '../../history/kinds/change-kind.ts'
import { createFullText } from '../../metadata/rows/full-text.ts'
import { FOUND_VERDICT } from '../../queue/rows/findings/sensitivity.ts'

// Values that a photo has from its file or from the analysis until a person sets one

/** Rates photos from 1 to 5; 0 removes the rating. */
type Rate = { kind: 'rate'; rating: number }

const MAX_RATING = 5

export const rate: ChangeKind<Rate, number | null> = {
  ...photoValue<number>({
    column: 'rating',
    flag: 'is_rated',
    otherwise: fromFile(`CAST(round(min(${MAX_RATING}, max(0, m.data ->> '$.rating'))) AS INTEGER)`, '0'),
  }),
  kind: 'rate',
  check: ({ rating }) => {
    if (!Number.isInteger(rating) || rating < 0 || rating > MAX_RATING)
      throw new AppError('bad-params', say('errors.notRating', { most: MAX_RATING, rating: String(rating) }))
  },
  given: (_context, { rating }) => rating,
  describe: ({ rating }, count) =>
    rating === 0 ? say('changes.unrated', { photos: count }) : say('changes.rated', { photos: count, stars: rating }),
}

/** Picks photos (1), rejects them (-1), or does neither (0). */
type SetPick = { kind: 'pick'; pick: PickFlag }

export const pick: ChangeKind<SetPick, number | null> = {
  ...photoValue<number>({ column: 'pick', flag: 'is_picked', otherwise: fromFile(`m.data ->> '$.pick'`, '0') }),
  kind: 'pick',
  given: (_context, change) => change.pick,
  describe: (change, count) => {
    if (change.pick === 0) return say('changes.unflagged', { photos: count })
    return say(change.pick === 1 ? 'changes.picked' : 'changes.rejected', { photos: count })
  },
}

/** Sets the label of photos, such as `Red`; an empty one removes it. */
type SetLabel = { kind: 'label'; label: string }

const labelValue = photoValue<string>({
  column: 'label',
  flag: 'is_labelled',
  otherwise: fromFile(`m.data ->> '$.label'`, `''`),
})

export const label: ChangeKind<SetLabel, string | null> = {
  ...labelValue,
  kind: 'label',
  isText: true,
  write: (context, change, ids, state) => {
    labelValue.write(context, change, ids, state)
    const fullText = createFullText(context.db)
    for (const id of ids) fullText.put(id)
  },
  given: (_context, change) => change.label.trim(),
  describe: (change, count) =>
    change.label.trim() === ''
      ? say('changes.unlabelled', { photos: count })
      : say('changes.labelled', { photos: count, label: change.label.trim() }),
}

/**
 * Crops photos: `crop` as `writeCrop` writes it, on the picture as stored in its file. '' shows the whole photo; null
 * restores the crop that its file or sidecar gives.
 */
type SetCrop = { kind: 'crop'; crop: string | null }

export const crop: ChangeKind<SetCrop, string | null> = {
  ...photoValue<string>({ column: 'crop', flag: 'is_crop_given', otherwise: fromFile("m.data ->> '$.crop'", "''") }),
  kind: 'crop',
  check: ({ crop: given }) => {
    if (given !== null && given !== '' && parseCrop(given) === null)
      throw new AppError('bad-params', say('errors.cropEmpty'))
  },
  given: (_context, change) => change.crop,
  describe: ({ crop: given }, count) =>
    say(given === null ? 'changes.croppedByFile' : given === '' ? 'changes.uncropped' : 'changes.cropped', {
      photos: count,
    }),
}

/** Declares photos fine or sensitive; null leaves it to the analysis again. */
type SetSensitivity = { kind: 'sensitivity'; judgement: SensitivityJudgement | null }

export const sensitivity: ChangeKind<SetSensitivity, number | null> = {
  ...photoValue<number>({ column: 'nsfw', flag: 'is_judged', otherwise: FOUND_VERDICT }),
  kind: 'sensitivity',
  isDiscreet: true,
  given: (_context, { judgement }) => judgement && judgementNumber(judgement),
  describe: ({ judgement }, count) =>
    judgement === null
      ? say('changes.sensitivityLeft', { photos: count })
      : say(judgement === 'fine' ? 'changes.fine' : 'changes.sensitive', { photos: count }),
}

/** A column of `photos` with a value from the file or the analysis until the person sets one. */
type PhotoValue = {
  column: 'rating' | 'label' | 'pick' | 'nsfw' | 'crop'
  /** The column that is 1 once the person set the value. */
  flag: 'is_rated' | 'is_labelled' | 'is_picked' | 'is_judged' | 'is_crop_given'
  /** The value if the person set none, as SQL over `photos`. */
  otherwise: string
}

/** The value in a photo's file, as SQL: `inFile` over its metadata `m`, and `none` if it has none. */
function fromFile(inFile: string, none: string): string {
  return `coalesce((SELECT ${inFile} FROM metadata m WHERE m.photo_id = photos.id), ${none})`
}

/** Reads and writes such a value. The state is the person's value; null if they gave none. */
function photoValue<State extends string | number>({ column, flag, otherwise }: PhotoValue) {
  const read = `SELECT id, CASE WHEN ${flag} THEN ${column} END FROM photos
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`
  const write = `UPDATE photos SET ${column} = coalesce(@state, ${otherwise}), ${flag} = @state IS NOT NULL
    WHERE id IN (SELECT value FROM json_each(@ids))`
  return {
    subject: 'photos',
    read: ({ db }, _change, ids) =>
      groupByState(db.prepare<[string], [number, State | null]>(read).raw().all(JSON.stringify(ids))),
    write: ({ db }, _change, ids, state) => {
      db.prepare(write).run({ state, ids: JSON.stringify(ids) })
    },
  } satisfies Pick<ChangeKind<{ kind: string }, State | null>, 'subject' | 'read' | 'write'>
}

/** Marks photos as private, or removes the mark. */
type SetPrivate = { kind: 'private'; isPrivate: boolean }

/** The state is 1 for a private photo. */
export const privateMark: ChangeKind<SetPrivate, number> = {
  ...photoColumn<number>('is_private'),
  kind: 'private',
  isDiscreet: true,
  given: (_context, { isPrivate }) => (isPrivate ? 1 : 0),
  describe: ({ isPrivate }, count) => say(isPrivate ? 'changes.private' : 'changes.notPrivate', { photos: count }),
}
