import { noteDue } from '../../../people/rows/named-faces.ts'
import type { Finding } from './finding.ts'

/** Vectors that recognise faces, in the file of vectors; stored only while people are recognised. */
export const faceVectors = {
  step: 'face-vectors',
  isFound: ({ faceVectors: found }) => found !== undefined,
  save: ({ db, faceVectors: kept }, photoId, { faceVectors: found }) => {
    if (found === undefined || !kept.isOn()) return
    kept.save(photoId, found.modelId, found.faces)
    noteDue(db, photoId)
  },
} satisfies Finding
