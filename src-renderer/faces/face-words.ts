import type { Face } from '../../src-main/contract/analysis/face.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { SURELY_CLOSED, SURELY_OPEN, type FaceSharpness } from '../../src-main/contract/analysis/sharpness.ts'
import { writeEnumeration } from '../locales/formats.ts'
import { t, type MessageKey } from '../locales/messages.ts'

/** What is known about a face: marks from 0 to 100, `eyesOpen` from 0 (closed) to 1; null if it cannot be told. */
export type KnownOfFace = { eyes: number | null; face: number | null; eyesOpen: number | null }

/** What is known by the marks of a face, which are null before it is measured. */
export const knownOf = (marks: FaceSharpness | null): KnownOfFace => ({
  eyes: marks?.eyes ?? null,
  face: marks?.face ?? null,
  eyesOpen: marks?.expression?.openness ?? null,
})

/** What a face looks like in words, the most important first, and how doubtful it is: 0 not at all, 3 most. */
export type FaceWords = { words: string[]; doubt: number }

/** Unblurred eyes have marks of about 74; a blur of 0.6 px leaves 54, of 0.9 px 36, of 1.3 px 18 (ENGINE.md). */
const [SHARP, SOFT] = [50, 30]

/** Says what is known about a face. What is unknown or unsure is named as such, never guessed. */
export function faceWords(known: KnownOfFace): FaceWords {
  const words = [ofEyes(known), ofSharpness(known)].filter((each) => each !== null)
  return {
    words: words.toSorted((a, b) => b.doubt - a.doubt).map(({ key }) => t(key)),
    doubt: Math.max(...words.map(({ doubt }) => doubt)),
  }
}

/** The words of a compared photo: of one of its faces, else of the most doubtful one, else of its subject. */
export function photoWords(photo: Pick<PhotoDetail, 'faceList' | 'sharpness'>, face?: Face) {
  const { faceList, sharpness } = photo
  if (sharpness === null) return null
  const all = faceList.map((_, at) => faceWords(knownOf(sharpness.faces[at] ?? null)))
  const one = face === undefined ? undefined : all[faceList.indexOf(face)]
  const shown = one ?? all.toSorted((a, b) => b.doubt - a.doubt)[0]
  if (shown === undefined) {
    const { key, doubt } = ofSharpness({ eyes: null, face: sharpness.subject, eyesOpen: null })
    return { text: t('faces.ofSubject', { words: t(key) }), doubt }
  }
  const words = writeEnumeration(shown.words)
  const key = one || all.length === 1 ? 'faces.ofOne' : 'faces.ofWorst'
  return { text: t(key, { words, count: all.length }), doubt: shown.doubt }
}

type FaceWord = { key: MessageKey; doubt: number }

function ofSharpness({ eyes, face }: KnownOfFace): FaceWord {
  const mark = eyes ?? face
  if (mark === null) return { key: 'faces.notMeasured', doubt: 1 }
  if (mark < SOFT) return { key: 'faces.soft', doubt: 2 }
  return mark < SHARP ? { key: 'faces.fairlySharp', doubt: 1 } : { key: 'faces.sharp', doubt: 0 }
}

function ofEyes({ eyesOpen }: KnownOfFace): FaceWord | null {
  if (eyesOpen === null) return null
  if (eyesOpen < SURELY_CLOSED) return { key: 'faces.eyesClosed', doubt: 3 }
  return eyesOpen < SURELY_OPEN ? { key: 'faces.eyesUnclear', doubt: 1 } : { key: 'faces.eyesOpen', doubt: 0 }
}
