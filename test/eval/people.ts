import { compareFaces, groupFaces } from '../../src-main/analysis/faces/group-faces.ts'
import { likenessOf, SAME_PERSON, scoreOf } from '../../src-main/analysis/faces/likeness.ts'
import { meanOfFaces, recogniseFace } from '../../src-main/analysis/faces/recognise-face.ts'
import { listCoco } from './coco.ts'
import { collectFaces, type KnownFace } from './face-copies.ts'
import { figure, median, printFigures, type Figure, type ModelSet } from './figures.ts'
import { isOdd, listKinds } from './kinds-photos.ts'
import { matchedFaces, THE_MAN } from './matched-faces.ts'

/** Photos that may show the same people: nobody knows, so pairs between them are left out. */
const maybeSame: readonly (readonly string[])[] = [
  ['k0012.jpg', 'k0014.jpg'],
  ['k0409.jpg', 'k0421.jpg'],
]

type Pair = { isSame: boolean; likeness: number; copy: string }

/** Each face with its copies (the same person), and the faces themselves with each other (different people). */
function pairsOf(faces: readonly KnownFace[]): Pair[] {
  const pairs: Pair[] = []
  for (const [number, one] of faces.entries())
    for (const other of faces.slice(0, number)) {
      const isSame = one.whose === other.whose
      const areOriginals = one.copy === '' && other.copy === ''
      if (!isSame && (!areOriginals || mayBeSame(one, other))) continue
      pairs.push({ isSame, likeness: likenessOf(one.vector, other.vector), copy: one.copy || other.copy })
    }
  return pairs
}

const mayBeSame = (one: KnownFace, other: KnownFace) =>
  one.photo !== other.photo &&
  maybeSame.some((names) => names.some((a) => one.photo.endsWith(a)) && names.some((b) => other.photo.endsWith(b)))

const shareFrom = (likenesses: readonly number[]) =>
  likenesses.filter((value) => value >= SAME_PERSON).length / likenesses.length
const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]!
const tell = (likenesses: readonly number[], shares: readonly number[]) =>
  shares
    .map((share) => quantile(likenesses, share))
    .map((value) => `${value.toFixed(2)} (${scoreOf(value).toFixed(0)})`)
    .join(', ')

/**
 * How well pairs of the same and of different people are distinguished; similarities are in the notes, with scores in
 * brackets.
 */
function measurePairs(of: string, set: string, pairs: readonly Pair[], goals: { least?: number; most?: number }) {
  const same = pairs.filter(({ isSame }) => isSame).map(({ likeness }) => likeness)
  const different = pairs.filter(({ isSame }) => !isSame).map(({ likeness }) => likeness)
  return [
    figure(`${of}: same person, from score 50 on`, set, shareFrom(same), {
      ...(goals.least !== undefined && { least: goals.least }),
      note: `${same.length} pairs; 5, 50 of 100: ${tell(same, [0.05, 0.5])}`,
    }),
    figure(`${of}: different people, from score 50 on`, set, shareFrom(different), {
      ...(goals.most !== undefined && { most: goals.most }),
      note: `${different.length} pairs; 50, 95, 99 of 100: ${tell(different, [0.5, 0.95, 0.99])}`,
    }),
  ]
}

/** Of a person's pairs, those more alike than all but one in a hundred, or a thousand, pairs of different people. */
function measureFound(of: string, set: string, same: readonly number[], different: readonly number[]): Figure[] {
  return [100, 1000].map((number) => {
    const border = quantile(different, 1 - 1 / number)
    const found = same.filter((value) => value >= border).length / same.length
    return figure(`${of}: pairs found where 1 of ${number} of different people passes`, set, found, {
      note: `${same.length} pairs, ${different.length} of different people; from likeness ${border.toFixed(2)}`,
    })
  })
}

/** Pairs joined by a grouping: how many are correct, and how many of the correct ones it found. */
function measureGroups(of: string, set: string, faces: readonly KnownFace[]): Figure[] {
  const numbers = groupsOf(faces)
  const count = { together: 0, right: 0, same: 0 }
  for (const [a, one] of faces.entries())
    for (const [b, other] of faces.slice(0, a).entries()) {
      const isSame = one.whose === other.whose
      const isTogether = numbers[a] === numbers[b]
      if (isSame) count.same++
      if (isTogether && !mayBeSame(one, other)) count.together++
      if (isSame && isTogether) count.right++
    }
  const note = `${faces.length} faces of ${new Set(faces.map(({ whose }) => whose)).size}`
  return [
    figure(`${of}: pairs in one group that are one person's`, set, count.right / count.together, { note }),
    figure(`${of}: pairs of one person in one group`, set, count.right / count.same, { note }),
  ]
}

/** The group number of each face; a single face has its own. */
function groupsOf(faces: readonly KnownFace[]): number[] {
  const comparing = compareFaces(faces.map(({ vector }) => vector))
  let step = comparing.next()
  while (!step.done) step = comparing.next()
  const { groups, ungrouped } = groupFaces(step.value)
  const numbers: number[] = []
  for (const [number, members] of [...groups, ...ungrouped.map((face) => [face])].entries())
    for (const face of members) numbers[face] = number
  return numbers
}

/** Of the man in many photos: pairs, his largest group, and recognition after each three of his photos. */
function measureMan(name: string, faces: readonly KnownFace[]): Figure[] {
  const his = faces.filter(({ whose }) => whose === THE_MAN)
  const others = faces.filter(({ whose }) => whose !== THE_MAN)
  const pairs = pairsOf(faces).filter(({ isSame }) => isSame)
  for (const likeness of withHim(faces)) pairs.push({ isSame: false, likeness, copy: '' })
  const numbers = groupsOf(faces)
  const sizes = new Map<number, { his: number; all: number }>()
  for (const [face, { whose }] of faces.entries()) {
    const size = sizes.get(numbers[face]!) ?? { his: 0, all: 0 }
    sizes.set(numbers[face]!, { his: size.his + (whose === THE_MAN ? 1 : 0), all: size.all + 1 })
  }
  const largest = [...sizes.values()].sort((a, b) => b.his - a.his)[0]!
  return [
    ...measurePairs('one man in 18 photos', name, pairs, { least: 0.7, most: 0.005 }),
    figure('one man in 18 photos: his largest group', name, largest.his / his.length, {
      least: 0.8,
      note: `${largest.his} of ${his.length}, and ${largest.all - largest.his} faces of others`,
    }),
    ...measureRecognition(name, his, others),
  ]
}

const TAUGHT = 3

function measureRecognition(set: string, his: readonly KnownFace[], others: readonly KnownFace[]): Figure[] {
  const [known, strange]: [number[], number[]] = [[], []]
  for (let first = 0; first + TAUGHT <= his.length; first++) {
    const taught = his.slice(first, first + TAUGHT)
    const people = [{ name: THE_MAN, mean: meanOfFaces(taught.map(({ vector }) => vector)) }]
    const scoreFor = ({ vector }: KnownFace) => recogniseFace(vector, people)[0]!.score
    known.push(...his.filter((face) => !taught.includes(face)).map(scoreFor))
    strange.push(...others.map(scoreFor))
  }
  const from = (scores: readonly number[]) => scores.filter((score) => score >= 50).length / scores.length
  const note = (scores: readonly number[]) => `${scores.length} questions, median score ${median(scores).toFixed(0)}`
  return [
    figure(`recognised after ${TAUGHT} photos, from score 50 on`, set, from(known), { note: note(known) }),
    figure(`someone else taken for him, from score 50 on`, set, from(strange), { note: note(strange) }),
  ]
}

/**
 * Faces as people: the odd photos of people are reported; the score and the border between people were fitted on the
 * even ones and COCO's.
 */
export async function evaluatePeople(set: ModelSet): Promise<Figure[]> {
  const kinds = listKinds().filter(({ kind }) => kind === 'people')
  const fitted = [...kinds.filter((photo) => !isOdd(photo)), ...listCoco()].map(({ path }) => path)
  const matched = await matchedFaces(set.models)
  const figures = measureMan(set.name, matched)
  const originals: KnownFace[] = []
  for (const [of, paths] of [
    ['fitted on', fitted],
    ['odd photos', kinds.filter(isOdd).map(({ path }) => path)],
  ] as const) {
    if (paths.length === 0) continue
    const faces = await collectFaces(paths, set.models)
    originals.push(...faces.filter(({ copy }) => copy === ''))
    const goals = of === 'odd photos' ? { least: 0.95, most: 0.02 } : {}
    figures.push(...measurePairs(`${of}, copies`, set.name, pairsOf(faces), goals))
    figures.push(...measureGroups(`${of}, copies`, set.name, faces))
  }
  const his = pairsOf(matched.filter(({ whose }) => whose === THE_MAN)).map(({ likeness }) => likeness)
  const different = [...withHim(matched), ...pairsOf(originals).map(({ likeness }) => likeness)]
  return [...figures, ...measureFound('one man in 18 photos', set.name, his, different)]
}

/** How alike the man is to each of the others. */
const withHim = (faces: readonly KnownFace[]) =>
  faces
    .filter(({ whose }) => whose === THE_MAN)
    .flatMap((one) =>
      faces.filter(({ whose }) => whose !== THE_MAN).map((other) => likenessOf(one.vector, other.vector)),
    )

if (import.meta.main) await printFigures(evaluatePeople)
