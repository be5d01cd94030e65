import { MAX_EXAMPLES } from '../../contract/analysis/classifier.ts'
import type { Classifier, ClassifierClass } from '../../analysis/classifiers/classifier.ts'
import { type ChangePart, storeClassifier } from '../catalog/catalog.ts'
import { keywordKey } from '../metadata/plan/keyword-names.ts'
import { LIBRARY_IDS } from '../history/kinds/change-kind.ts'

type NamePair = { from: string; to: string }
type Renamed = ClassifierClass & { isRenamed: boolean }

/**
 * The changes that make classifiers teach keywords under their new names. Two that would teach one tag become one: the
 * one that had the name stays, with the examples of both, and learns from them at its next training. A classifier left
 * with a single class is removed.
 */
export function classifierParts(
  classifiers: readonly Classifier[],
  pairs: readonly NamePair[],
): { parts: ChangePart[]; ids: string[] } {
  const names = new Map(pairs.map(({ from, to }) => [keywordKey(from), to]))
  const renamed = joinTaggers(classifiers.map((each) => ({ ...each, classes: renameClasses(each.classes, names) })))
  const before = new Map(classifiers.map((each) => [each.id, each]))
  const isChanged = ({ id, classes }: Classifier) => JSON.stringify(outline(classes)) !== outlineOf(before.get(id)!)
  const changed = renamed.filter(isChanged)
  const isGone = ({ kind, classes }: Classifier) => classes.length < (kind === 'tagger' ? 1 : 2)
  const gone = changed.filter(isGone)
  // A name is free only once its former owner is gone or renamed, those of upper levels first.
  const kept = changed
    .filter((each) => !isGone(each))
    .sort((a, b) => placeOf(a, before, names) - placeOf(b, before, names))
  return {
    parts: [...gone.map(({ id }) => partOf(before.get(id)!, true)), ...kept.map((each) => partOf(each, false))],
    ids: changed.map(({ id }) => id),
  }
}

const partOf = (classifier: Classifier, isGone: boolean): ChangePart => ({
  change: {
    kind: 'custom-classifier',
    id: classifier.id,
    name: classifier.classes[0]?.name ?? classifier.id,
    classifier: isGone ? null : storeClassifier(classifier),
  },
  ids: LIBRARY_IDS,
})

const outline = (classes: readonly ClassifierClass[]) =>
  classes.map(({ name, positives, negatives }) => [name, positives, negatives])
const outlineOf = ({ classes }: Classifier): string => JSON.stringify(outline(classes))

function placeOf({ id }: Classifier, before: ReadonlyMap<string, Classifier>, names: ReadonlyMap<string, string>) {
  const keys = [...names.keys()]
  const places = before.get(id)!.classes.map(({ name }) => keys.indexOf(keywordKey(name)))
  return Math.min(...places.filter((place) => place >= 0), keys.length)
}

/** Classes of one classifier that get the same name become one. */
function renameClasses(classes: readonly ClassifierClass[], names: ReadonlyMap<string, string>): Renamed[] {
  const renamed = classes.map((each): Renamed => {
    const to = names.get(keywordKey(each.name))
    return { ...each, name: to ?? each.name, isRenamed: to !== undefined && keywordKey(to) !== keywordKey(each.name) }
  })
  return [...joinSame(renamed).values()].map(({ joined }) => joined)
}

/** Two taggers never teach one tag: the one that had it before keeps it. */
function joinTaggers(all: readonly (Classifier & { classes: Renamed[] })[]): Classifier[] {
  const taught = joinSame(all.filter(({ kind }) => kind === 'tagger').flatMap(({ classes }) => classes))
  const keep = (each: Renamed): Renamed[] => {
    const { stays, joined } = taught.get(keywordKey(each.name))!
    return each === stays ? [joined] : []
  }
  return all.map((each) => {
    const classes = each.kind === 'tagger' ? each.classes.flatMap(keep) : each.classes
    return { ...each, classes: classes.map(({ isRenamed: _isRenamed, ...known }) => known) }
  })
}

/** By name: the class that stays, which had the name before or is the first, and its new form. */
function joinSame(classes: readonly Renamed[]): Map<string, { stays: Renamed; joined: Renamed }> {
  const groups = Map.groupBy(classes, ({ name }) => keywordKey(name))
  const joined = [...groups].map(([key, same]) => {
    const stays = same.find(({ isRenamed }) => !isRenamed) ?? same[0]!
    return [key, { stays, joined: same.filter((each) => each !== stays).reduce(join, stays) }] as const
  })
  return new Map(joined)
}

/** An example of one of them is no counter-example of both. */
function join(stays: Renamed, comes: Renamed): Renamed {
  const positives = union(stays.positives, comes.positives)
  const shown = new Set(positives)
  return { ...stays, positives, negatives: union(stays.negatives, comes.negatives).filter((id) => !shown.has(id)) }
}

const union = (some: readonly number[], others: readonly number[]): number[] =>
  [...new Set([...some, ...others])].slice(0, MAX_EXAMPLES).sort((a, b) => a - b)
