import { isSameValue, plainValue, type Value, type ValueField, type Written } from './work.ts'

/** What is known of one field of a photo and a target. */
export type FieldSources = {
  /** What the person gave; undefined where they gave nothing. */
  given: Value | undefined
  written: Written['values'][ValueField] | undefined
  said: Value
  /** What the library had read when the person changed the field; undefined where nothing. */
  base: Value | undefined
  /** The person has not yet decided between two values. */
  isDisputed?: boolean
}

/**
 * What follows for a field: `write` puts a value into the target, `adopt` takes the target's over into the library,
 * `conflict` leaves both as they are. `written` is what Lumafold then has written.
 */
export type FieldMerge = {
  outcome: 'keep' | 'write' | 'adopt' | 'conflict'
  value?: Value
  written?: { written: Value; before: Value }
}

/** Merges one field against the last state that both sides had. */
export function mergeValue(field: ValueField, sources: FieldSources): FieldMerge {
  const { given, written, said, base, isDisputed = false } = sources
  if (given === undefined) return takeBack(field, written, said)
  if (isDisputed && !isSameValue(field, given, said)) return { outcome: 'conflict', ...(written ? { written } : {}) }
  return written === undefined ? writeFirst(field, given, said, base) : writeAgain(field, given, written, said)
}

/** The person gives nothing any more: what Lumafold wrote goes, what another program wrote since stays. */
function takeBack(field: ValueField, written: FieldSources['written'], said: Value): FieldMerge {
  if (written === undefined || !isSameValue(field, said, written.written)) return { outcome: 'keep' }
  return isSameValue(field, said, written.before) ? { outcome: 'keep' } : { outcome: 'write', value: written.before }
}

function writeFirst(field: ValueField, given: Value, said: Value, base: Value | undefined): FieldMerge {
  if (isSameValue(field, given, said)) return { outcome: 'keep' }
  const isUntouched =
    base === undefined || plainValue(field, said) === plainValue(field, null) || isSameValue(field, said, base)
  return isUntouched
    ? { outcome: 'write', value: given, written: { written: given, before: said } }
    : { outcome: 'conflict' }
}

function writeAgain(
  field: ValueField,
  given: Value,
  written: { written: Value; before: Value },
  said: Value,
): FieldMerge {
  const next = { written: given, before: written.before }
  if (isSameValue(field, said, given)) return { outcome: 'keep', written: next }
  if (isSameValue(field, said, written.written)) return { outcome: 'write', value: given, written: next }
  const isGone = plainValue(field, said) === plainValue(field, null)
  // Programs drop what they do not know: a value that is gone is never taken for a person's wish.
  if (isSameValue(field, given, written.written) && !isGone) return { outcome: 'adopt', value: said }
  return { outcome: 'conflict', written }
}
